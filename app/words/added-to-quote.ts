/** What is said when a part was added to the draft quote, or was not. Figures are given as they are shown. */
export const addedToQuoteWords = {
  added: (pieces: string, name: string) => `${pieces} × ${name} added to your quote.`,
  addedLines: (lines: string, count: number) => `${lines} ${count === 1 ? 'line' : 'lines'} added to your quote.`,
  unclear: 'Enter a whole number of pieces.',
  full: 'Your quote is full. Save it first, then start a new one.',
} as const
