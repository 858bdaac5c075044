/** What is said after a quote was sent; apart from `quoteWords`, because who only looks at the screen does not load it. */
export const savingWords = {
  saved: (number: string) => `${number} saved. Its prices hold for 30 days.`,
  changedTotal: "Prices have changed. This is today's total; save again to accept it.",
  versionOutdated: (number: string) => `${number} has been changed elsewhere. Save again to replace it with these lines.`,
  editedGone: (number: string) => `${number} no longer exists. Save again to keep these lines as a new quote.`,
} as const
