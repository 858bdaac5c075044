/** Words of low stock; all our own. */
export const lowStockWords = {
  below: 'Low stock below',
  hint: 'In pieces. Empty: less than a minimum order. 0: never. Admins get a mail a day about parts that have run low.',
  saved: 'The shop watches this stock',
  unchanged: 'Nothing was changed',
  /** In the desk's list. */
  onDay: (day: string, pieces: string) => `${day}: +${pieces}`,
  lateSince: (day: string) => `${day}, late`,
} as const
