import { formatCents } from '#contract/basics/figures.ts'
import { betterBuy, totalAt, type PartPrice } from '#contract/parts/pricing.ts'
import { Button } from '#app/ui/button.tsx'
import { priceLadderWords as words } from '#app/words/price-ladder.ts'

type PriceLadderHintProps = {
  part: PartPrice
  /** Requested pieces. */
  quantity: number
  /** Pieces in stock. */
  available: number
  /** Called with the suggested quantity. */
  onTake: (quantity: number) => void
}

/**
 * Shows when more pieces cost less in total, or little more. The live region is always present, so that its content is
 * announced; it takes no room while it is empty.
 */
export function PriceLadderHint({ part, quantity, available, onTake }: PriceLadderHintProps) {
  const offer = betterBuy(part, quantity, available)
  return (
    <div role="status" className="empty:-mt-4">
      {offer && (
        <div className="notice notice-success mt-3 items-center">
          <p className="figures min-w-0 grow basis-48">{sentence(part, quantity, offer.quantity)}</p>
          <Button variant="secondary" onClick={() => onTake(offer.quantity)}>
            {words.take(offer.quantity)}
          </Button>
        </div>
      )}
    </div>
  )
}

function sentence(part: PartPrice, asked: number, more: number): string {
  const [askedTotal, total] = [totalAt(part, asked), totalAt(part, more)]
  const figures = {
    more,
    asked,
    total: formatCents(total),
    askedTotal: formatCents(askedTotal),
    difference: formatCents(total - askedTotal),
  }
  if (total === askedTotal) return words.costsTheSame(figures)
  return total < askedTotal ? words.costsLess(figures) : words.costsLittleMore(figures)
}
