import type { ReactNode } from 'react'
import { OrderPapers } from '#app/invoices/order-papers.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { paymentWords as words } from '#app/words/payment.ts'
import type { ToPay } from './to-pay.ts'

type PaymentDoneProps = {
  toPay: ToPay
  /** Was paid while the page was open. */
  isNew: boolean
  title: string
  /** Of a payment; orders on account have none yet. */
  transactionId?: string
  /** Further buttons. */
  children?: ReactNode
}

/** After a payment: that it is done, the invoice, and the way to the order. */
export function PaymentDone({ toPay: { order, group, paid }, isNew, title, transactionId, children }: PaymentDoneProps) {
  return (
    // Who has just paid hears and sees it, wherever Pay was.
    <div ref={isNew ? focus : undefined} tabIndex={-1} className="grid gap-4 scroll-mt-28 outline-none">
      <Notice tone="success">
        <p className="font-semibold">{title}</p>
        {transactionId && <p className="figures mt-1 wrap-anywhere">{words.transactionId(transactionId)}</p>}
      </Notice>
      <OrderPapers orderId={order._id} none={paid && <p className="text-soft">{words.invoiceLater}</p>} />
      <div className="flex flex-wrap gap-3">
        {children}
        {!group && <ButtonLink to={paths.order(order._id)}>{words.order(order.number)}</ButtonLink>}
        <ButtonLink to={paths.dashboard} variant="secondary">
          {words.myOrder}
        </ButtonLink>
      </div>
    </div>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
