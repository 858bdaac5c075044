/** Words of a part's card. Specification section 2, "Home" and "Paginated products screen"; section 9. */
export const partCardWords = {
  perUnit: 'per unit',
  /** A fixed text, not read from data. */
  minimumOrder: 'Minimum Order : 1000',
  orderNow: 'Order Now',
  reedMore: 'Reed More',
} as const
