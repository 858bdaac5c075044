/** Words of the quote screen for buyers who came from a procurement system; all our own. */
export const punchoutVisitWords = {
  shopping: 'You came from your procurement system. Make your list, then transfer it. Its prices hold for 30 days.',
  looking: 'You came from your procurement system to look at this cart. It goes back unchanged.',
  browse: 'Browse parts',
  transfer: 'Transfer to your procurement system',
  changedTotal: "Prices have changed. This is today's total; transfer again to accept it.",
  freight:
    'Freight is added. The cart says how much, unless it depends on the address. Your purchase order has to contain it; otherwise our answer names the sums.',
  back: 'Back to your procurement system',
} as const
