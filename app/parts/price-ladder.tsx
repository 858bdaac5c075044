import { placesOf } from '#contract/basics/figures.ts'
import { minimumOf } from '#contract/orders/order-rule.ts'
import { priceAt, savingPercentAt, type PartPrice } from '#contract/parts/pricing.ts'
import { UnitPrice } from '#app/parts/unit-price.tsx'
import { priceLadderWords as words } from '#app/words/price-ladder.ts'

const HEAD = 'h-8 px-3 text-end first:text-start text-sm/[inherit] font-semibold text-soft'
const ROW = 'relative aria-[current]:bg-accent-tint aria-[current]:font-semibold not-aria-[current]:has-[button]:hover:bg-sunken'
const CELL = 'h-11 lg:h-9.5 px-3 border-t border-line text-end first:text-start'

type PriceLadderProps = {
  part: PartPrice
  /** Requested pieces; their step is marked. */
  quantity?: number
  /** Pieces in stock. A step that starts above them cannot be chosen. */
  available?: number
  /** Called with the pieces at which the chosen step starts. */
  onChoose?: (from: number) => void
}

/** Unit prices and savings by quantity. Empty if the part has a single price. */
export function PriceLadder({ part, quantity = 0, available = 0, onChoose }: PriceLadderProps) {
  if (part.priceBreaks.length === 0) return null
  const minimum = minimumOf(part)
  const steps = [{ from: minimum, price: priceAt(part, minimum) }, ...part.priceBreaks.filter(({ from }) => from > minimum)]
  const places = placesOf(steps.map(({ price }) => price))
  const reached = steps.findLastIndex(({ from }) => from <= quantity)

  return (
    <table className="ladder w-full border-separate border-spacing-0 figures">
      <caption className="pb-1 text-start font-semibold">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {words.columns.quantity}
          </th>
          <th scope="col" className={HEAD}>
            {words.columns.price}
          </th>
          <th scope="col" className={HEAD}>
            {words.columns.saving}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ from, price }, index) => (
          <tr
            key={from}
            aria-current={index === reached || undefined}
            className={`${ROW} ${onChoose && from > available ? 'text-soft' : ''}`}
          >
            <td className={`${CELL} ${index === reached ? '[box-shadow:inset_3px_0_0_var(--color-accent)]' : ''}`}>
              {onChoose && from <= available ? (
                // The whole row can be pressed.
                <button
                  type="button"
                  className="text-accent cursor-pointer after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
                  onClick={() => onChoose(from)}
                >
                  {words.from(from)}
                </button>
              ) : (
                <span>{words.from(from)}</span>
              )}
              {index === reached && <span className="sr-only">, {words.yourQuantity}</span>}
            </td>
            <td className={CELL}>
              <UnitPrice price={price} places={places} />
            </td>
            <td className={CELL}>{words.saving(savingPercentAt(part, from))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
