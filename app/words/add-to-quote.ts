/** Words of the form that adds a part to the draft quote. */
export const addToQuoteWords = {
  add: 'Add to quote',
  piecesOf: (name: string) => `Pieces of ${name}`,
} as const
