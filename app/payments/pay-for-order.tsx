import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { imageAtWidth } from '#contract/images.ts'
import { messages } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders.ts'
import { paymentCalls } from '#contract/payments.ts'
import { failureText, isUnknown, LoadFailed } from '#app/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { CardEntry } from './card-entry.tsx'
import { SecondStep } from './second-step.tsx'
import { usePayment, type Payment } from './use-payment.ts'
import { useSandbox } from './use-sandbox.ts'

export const meta = pageMeta('Payment')

/** Specification section 2, "Payment page". */
export default function PayForOrder() {
  const { id = '' } = useParams()
  const order = useQuery(readOf(orderCalls.one, { params: { id } }))

  if (order.data) return <PaymentScreen key={id} order={order.data} />
  if (isUnknown(order.error)) return <NotFoundText />
  if (!order.error) return <Spinner />
  return <LoadFailed error={order.error} onRetry={() => void order.refetch()} busy={order.isFetching} />
}

function PaymentScreen({ order }: { order: Order }) {
  const { identity } = useSession()
  const name = identity?.displayName ?? ''
  const setup = useQuery({ ...readOf(paymentCalls.setup), staleTime: Infinity })
  const isSandbox = setup.data?.provider === 'sandbox'
  const sandbox = useSandbox()
  const payment = usePayment(order, isSandbox ? sandbox.processor : undefined, { name, email: identity?.email ?? '' })
  const total = formatDollars(order.totalPrice)

  return (
    <section className="max-w-2xl">
      <h2 className="mb-6 text-xl">{`Hello, ${name}`}</h2>
      <Panel>
        <div className="flex flex-wrap items-start gap-5">
          <img
            src={imageAtWidth(order.img, 480)}
            alt={order.name}
            width="240"
            height="180"
            className="aspect-4/3 w-40 rounded-box object-cover"
          />
          <div className="figures min-w-0">
            <p className="text-lg font-semibold">{order.name}</p>
            <p className="text-soft">{`${order.orderQuantity} Pieces`}</p>
            <p className="mt-3 text-xl font-semibold">{`Please Pay: ${total}`}</p>
          </div>
        </div>
        <div className="mt-6 border-t border-line pt-6">
          <PaymentState order={order} payment={payment}>
            {isSandbox && <SandboxCards />}
            {setup.isError && (
              <LoadFailed error={setup.error} onRetry={() => void setup.refetch()} busy={setup.isFetching} />
            )}
            {setup.data && !isSandbox && <Notice tone="danger">{messages.paymentUnavailable}</Notice>}
            <CardEntry disabled={!payment.isReady} busy={payment.isRunning} onPay={payment.pay} />
          </PaymentState>
        </div>
      </Panel>
      <SecondStep open={sandbox.isAsking} total={total} onDecide={sandbox.decide} />
    </section>
  )
}

/** Success, or what is paid already, or the card field (`children`) with what there is to say about it. */
function PaymentState({ order, payment, children }: { order: Order; payment: Payment; children: ReactNode }) {
  const { outcome, foundPaid } = payment
  if (outcome?.kind === 'paid') return <PaymentDone transactionId={outcome.transactionId} brand={outcome.brand} />
  if (order.paid) {
    return <PaymentDone transactionId={order.transactionId}>This order is paid. Thank you.</PaymentDone>
  }
  if (foundPaid) return <PaymentDone transactionId={foundPaid.transactionId} />
  if (!orderCan.pay(order)) return <Notice>{messages.orderNotPayable}</Notice>
  return (
    <div className="grid gap-5">
      {children}
      <div role="status">
        {payment.isRunning && <p className="text-soft">Your Transaction Is Processing......</p>}
      </div>
      <PaymentTrouble payment={payment} />
    </div>
  )
}

/** `brand` is known right after paying on this page; Pay stays in sight then, disabled. */
type PaymentDoneProps = { transactionId: string; brand?: string | undefined; children?: ReactNode }

function PaymentDone({ transactionId, brand, children }: PaymentDoneProps) {
  return (
    <>
      <Notice tone="success">
        <p className="font-semibold">
          {children ?? (brand ? `Your ${brand} card Payment Is Completed` : messages.paymentDone)}
        </p>
        <p className="figures mt-1 wrap-anywhere">{`Your Transaction Id: ${transactionId}`}</p>
      </Notice>
      <div className="mt-5 flex flex-wrap gap-3">
        {brand && <Button disabled>Pay</Button>}
        <ButtonLink to={paths.dashboard} variant="secondary">My Order</ButtonLink>
      </div>
    </>
  )
}

/** Card errors in the provider's words; a failing call says that trying again is safe. */
function PaymentTrouble({ payment }: { payment: Payment }) {
  const { outcome, error, isRunning, isReady } = payment
  if (isRunning) return null
  if (outcome?.kind === 'refused') return <p role="alert" className="font-semibold text-danger">{outcome.message}</p>
  if (!error) return null
  if (!isReady) return <LoadFailed error={error} onRetry={payment.retryLoading} busy={payment.isLoading} />
  return (
    <p role="alert" className="font-semibold text-danger">
      {failureText(error)} {messages.chargedOnce}
    </p>
  )
}

function SandboxCards() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Sandbox: no money moves.</p>
      <p className="figures mt-1">
        4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for a second step. Any date
        ahead and any security code will do.
      </p>
    </Notice>
  )
}
