/** Words of what agents may order with a key; all our own. */
export const spendingWords = {
  column: 'Agents may order',
  nothing: 'Nothing',
  limit: (perOrder: string, perMonth: string) => `${perOrder} at once, ${perMonth} a month`,
  change: 'Change',
  changeOf: (name: string) => `Change what agents may order with ${name}`,
  title: (name: string) => `What agents may order with ${name}`,
  lead: 'For programs that act by the Model Context Protocol. Without a limit they order nothing. With one, other programs with this key keep to it, too. Amounts are in US dollars, with tax.',
  perOrder: 'For one order',
  perMonth: 'In a calendar month',
  perMonthHint: 'Months of UTC; cancelled orders count, too',
  wrong: 'Enter an amount in dollars, such as 1,500.',
  remove: 'Allow nothing',
  save: 'Save',
  saved: 'Saved',
} as const
