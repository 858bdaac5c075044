/** Words of suggested parts. Figures are given as they are shown. */
export const suggestionWords = {
  parts: 'Parts',
  facts: (number: string, price: string, stock: string) => `${number} · ${price} · ${stock}`,
  inStock: (pieces: string) => `${pieces} in stock`,
  soldOut: 'sold out',
} as const
