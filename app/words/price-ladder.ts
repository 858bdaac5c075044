import { counted, formatCount } from '#contract/basics/figures.ts'

/** Words of a part's prices by quantity; all our own. */
export const priceLadderWords = {
  caption: 'Volume pricing',
  columns: { quantity: 'Pieces', price: 'Unit price', saving: 'You save' },
  from: (pieces: number) => `${formatCount(pieces)} or more`,
  saving: (percent: number) => (percent > 0 ? `${percent}%` : '–'),
  yourQuantity: 'your quantity',
  each: (price: string, percent: number) => (percent > 0 ? `${price} per piece, ${percent}% less` : `${price} per piece`),
  costsLess: ({ more, total, asked, askedTotal }: BetterBuyWords) =>
    `${counted(more, 'piece costs', 'pieces cost')} ${total}, ${formatCount(asked)} cost ${askedTotal}.`,
  costsLittleMore: ({ more, total, asked, difference }: BetterBuyWords) =>
    `${counted(more, 'piece costs', 'pieces cost')} ${total}, only ${difference} more than ${formatCount(asked)}.`,
  costsTheSame: ({ more, total, asked }: BetterBuyWords) =>
    `${counted(more, 'piece costs', 'pieces cost')} ${total}, the same as ${formatCount(asked)}.`,
  take: (pieces: number) => `Change to ${formatCount(pieces)}`,
} as const

/** `more` and `asked` in pieces, the rest as it is shown. */
type BetterBuyWords = { more: number; total: string; asked: number; askedTotal: string; difference: string }
