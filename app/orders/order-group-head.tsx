import { orderCan, type Order } from '#contract/orders/orders.ts'
import { markOfGroup } from '#app/orders/ordered-part.tsx'
import { PaysFor } from '#app/orders/pays-for.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Day } from '#app/ui/time.tsx'
import { myOrdersWords as words } from '#app/words/my-orders.ts'

/** The line above the listed orders of a group: what they are, and the one payment for all of them. */
export function OrderGroupHead({ orders }: { orders: readonly Order[] }) {
  const [first] = orders
  const toPay = orders.find(orderCan.pay)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="font-semibold">{markOfGroup(first!.groupId!)}</span>
      <span className="min-w-0 truncate text-soft">{toPay ? <PaysFor groupId={first!.groupId!} /> : words.orders(orders.length)}</span>
      {toPay && (
        <span className="ms-auto flex flex-wrap items-center gap-3">
          {toPay.payBy && <PayBy day={toPay.payBy} />}
          <ButtonLink to={paths.payment(toPay._id)} className="whitespace-nowrap">
            {words.payNow}
          </ButtonLink>
        </span>
      )}
    </div>
  )
}

export const PayBy = ({ day }: { day: string }) => (
  <span className="text-[0.75rem]/4 text-soft">
    {words.payBy} <Day value={day} />
  </span>
)
