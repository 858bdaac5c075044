import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { paymentWords as words } from '#app/words/payment.ts'

/** Properties of a card field besides the card. */
export type PayProps = {
  /** The amount, as it is shown. */
  total: string
  /** Disables Pay: the secret has not loaded, or the order is paid. */
  disabled: boolean
  /** A payment is in progress. */
  busy: boolean
  /** State and errors of the payment, shown above the button. */
  state: ReactNode
}

/** Pay with the amount beside it. */
export function PayButton({ total, disabled, busy, state }: PayProps) {
  return (
    <div className="grid gap-3">
      {state}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="figures text-xl font-semibold">{total}</p>
        <Button type="submit" className="grow" disabled={disabled} busy={busy}>
          {words.pay}
        </Button>
      </div>
    </div>
  )
}
