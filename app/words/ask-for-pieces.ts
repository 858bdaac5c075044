/** The link to the contact form from a part that is short or unknown. */
export const askForPiecesWords = { askUs: 'Ask us for it' } as const
