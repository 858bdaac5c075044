import { formatCount } from '#contract/basics/figures.ts'

/** Asking the shop for a part that is short or unknown; all our own. */
export const askForPiecesWords = {
  askUs: 'Ask us for it',
  lead: 'The shop answers with an offer, which you find with your quotes.',
  inStock: 'In stock',
  pieces: 'Pieces',
  piecesUnread: 'Enter a whole number of pieces.',
  text: 'By when can these pieces be here, and at which price?',
  gone: 'This part is no longer available.',
  stock: (available: number) => formatCount(available),
} as const
