/** Words around parts that are added to the draft quote. Figures are given as they are shown. */
export const addToQuoteWords = {
  add: 'Add to quote',
  piecesOf: (name: string) => `Pieces of ${name}`,
  added: (pieces: string, name: string) => `${pieces} × ${name} added to your quote.`,
  unclear: 'Enter a whole number of pieces.',
  full: 'Your quote is full. Save it first, then start a new one.',
} as const
