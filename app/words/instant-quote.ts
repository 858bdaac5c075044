/** Title of the screen where a quote is made, and what search engines show of it; all our own. */
export const instantQuoteWords = {
  title: 'Instant Quote',
  description:
    'Type, paste or upload your list of TV parts and see the price, the stock and the lead time of every line at once. ' +
    'Save it as a quote whose prices hold for 30 days.',
  lead: 'Type, paste or upload your list. Every line is priced at once. Nothing is ordered yet.',
} as const
