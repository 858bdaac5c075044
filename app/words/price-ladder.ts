/** '10,000': long figures are read faster in groups. */
const grouped = (pieces: number) => String(pieces).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Words of a part's prices by quantity; all our own. */
export const priceLadderWords = {
  caption: 'Price by quantity',
  columns: { quantity: 'Pieces', price: 'Price per piece', saving: 'You save' },
  from: (pieces: number) => `${grouped(pieces)} or more`,
  saving: (percent: number) => (percent > 0 ? `${percent}%` : '–'),
  yourQuantity: 'your quantity',
  each: (price: string, percent: number) => (percent > 0 ? `${price} per piece, ${percent}% less` : `${price} per piece`),
  costsLess: ({ more, total, asked, askedTotal }: BetterBuyWords) =>
    `${grouped(more)} pieces cost ${total}, ${grouped(asked)} cost ${askedTotal}.`,
  costsLittleMore: ({ more, total, asked, difference }: BetterBuyWords) =>
    `${grouped(more)} pieces cost ${total}, only ${difference} more than ${grouped(asked)}.`,
  costsTheSame: ({ more, total, asked }: BetterBuyWords) => `${grouped(more)} pieces cost ${total}, the same as ${grouped(asked)}.`,
  take: (pieces: number) => `Take ${grouped(pieces)}`,
} as const

/** `more` and `asked` in pieces, the rest as it is shown. */
type BetterBuyWords = { more: number; total: string; asked: number; askedTotal: string; difference: string }
