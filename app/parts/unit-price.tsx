import { formatUnitPrice, placesOf } from '#contract/basics/figures.ts'

/** The price of a piece in a column whose prices have up to so many decimal places: '$14.20' above '$0.1725', the points below each other. */
export const UnitPrice = ({ price, places }: { price: number; places: number }) => (
  <span>
    <span>{formatUnitPrice(price)}</span>
    <span className="invisible">{'0'.repeat(places - placesOf([price]))}</span>
  </span>
)
