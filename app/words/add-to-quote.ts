/** Words of the form that adds a part to the draft quote. */
export const addToQuoteWords = {
  add: 'Add to quote',
  /** The same in a row, where there is little room. */
  addShort: 'Add',
  piecesOf: (name: string) => `Pieces of ${name}`,
} as const
