import type { Order } from '#contract/orders/orders.ts'
import { wishedText } from '#contract/promises/promise-text.ts'
import { orderWords as words } from '#app/words/order.ts'

/** The terms of the offer, the wished day and what the buyer said about an order, for whoever packs it; only what was said. */
export const SaidOfOrder = ({
  order: { terms, note, wishedOn, release },
}: {
  order: Pick<Order, 'terms' | 'note' | 'wishedOn' | 'release'>
}) =>
  [[words.terms, terms] as const, [words.wished, wishedOn && wishedText(wishedOn, release)] as const, [words.note, note] as const].map(
    ([title, text]) =>
      text !== undefined && (
        <div key={title} className="mt-3">
          <p className="label-text font-semibold">{title}</p>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
        </div>
      ),
  )
