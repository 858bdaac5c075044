import { MINIMUM_ORDER } from '#contract/limits.ts'
import { formatUnitPrice } from '#contract/figures.ts'
import { savingPercentAt, type PartPrice } from '#contract/pricing.ts'
import { priceLadderWords as words } from '#app/words/price-ladder.ts'

type PriceLadderProps = {
  part: PartPrice
  /** Requested pieces; their step is marked. */
  quantity?: number
}

/** Unit prices and savings by quantity. Empty if the part has a single price. */
export function PriceLadder({ part, quantity = 0 }: PriceLadderProps) {
  if (part.priceBreaks.length === 0) return null
  const steps = [{ from: MINIMUM_ORDER, price: part.price }, ...part.priceBreaks]
  const reached = steps.findLastIndex(({ from }) => from <= quantity)

  return (
    <table className="figures w-full border-separate border-spacing-0 overflow-hidden rounded-box border border-line bg-surface">
      <caption className="pb-1.5 text-start font-semibold">{words.caption}</caption>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col" className="px-3 py-2 text-start font-semibold">
            {words.columns.quantity}
          </th>
          <th scope="col" className="px-3 py-2 text-end font-semibold">
            {words.columns.price}
          </th>
          <th scope="col" className="px-3 py-2 text-end font-semibold">
            {words.columns.saving}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ from, price }, index) => (
          <tr
            key={from}
            aria-current={index === reached || undefined}
            className="aria-[current]:bg-accent-tint aria-[current]:font-semibold"
          >
            <td className="border-t border-line px-3 py-2">
              {words.from(from)}
              {index === reached && <span className="sr-only">, {words.yourQuantity}</span>}
            </td>
            <td className="border-t border-line px-3 py-2 text-end">{formatUnitPrice(price)}</td>
            <td className="border-t border-line px-3 py-2 text-end">{words.saving(savingPercentAt(part, from))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
