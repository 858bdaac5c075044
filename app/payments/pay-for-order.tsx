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
import { paymentWords as words } from '#app/words/payment.ts'
import { sandboxWords } from '#app/words/sandbox.ts'
import { CardEntry } from './card-entry.tsx'
import { acceptSandboxCard } from './sandbox-card.ts'
import { SecondStep } from './second-step.tsx'
import { StripeEntry } from './stripe-entry.tsx'
import { usePayment, type Payment } from './use-payment.ts'
import { useSandbox } from './use-sandbox.ts'
import { useStripe } from './use-stripe.ts'

export const meta = pageMeta(words.title)

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
  const name = identity?.displayName || order.displayName
  const setup = useQuery({ ...readOf(paymentCalls.setup), staleTime: Infinity })
  const isSandbox = setup.data?.provider === 'sandbox'
  const sandbox = useSandbox()
  const stripe = useStripe(orderCan.pay(order) ? setup.data : undefined)
  const billing = { name, email: identity?.email ?? '' }
  const payment = usePayment(order, isSandbox ? sandbox.processor : stripe.opened?.processor, billing)
  const entry = { disabled: !payment.isReady, busy: payment.isRunning }
  const total = formatDollars(order.totalPrice)

  return (
    <section className="max-w-2xl">
      <h2 className="mb-6 text-xl">{words.greeting(name)}</h2>
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
            <p className="text-soft">{words.pieces(order.orderQuantity)}</p>
            <p className="mt-3 text-xl font-semibold">{order.paid ? words.paid(total) : words.pleasePay(total)}</p>
          </div>
        </div>
        <div className="mt-6 border-t border-line pt-6">
          <PaymentState order={order} payment={payment}>
            {setup.isError && (
              <LoadFailed error={setup.error} onRetry={() => void setup.refetch()} busy={setup.isFetching} />
            )}
            {isSandbox && <SandboxCards />}
            {isSandbox && (
              <CardEntry {...entry} onPay={(card) => payment.pay((details) => acceptSandboxCard(card, details))} />
            )}
            {setup.data && !isSandbox && <StripeEntry {...entry} stripe={stripe} onPay={payment.pay} />}
            {setup.isPending && <Spinner />}
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
    return <PaymentDone transactionId={order.transactionId}>{words.alreadyPaid}</PaymentDone>
  }
  if (foundPaid) return <PaymentDone transactionId={foundPaid.transactionId} />
  if (!orderCan.pay(order)) return <Notice>{messages.orderNotPayable}</Notice>
  return (
    <div className="grid gap-5">
      {children}
      <div role="status">
        {payment.isRunning && <p className="text-soft">{words.processing}</p>}
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
          {children ?? (brand ? words.completed(brand) : messages.paymentDone)}
        </p>
        <p className="figures mt-1 wrap-anywhere">{words.transactionId(transactionId)}</p>
      </Notice>
      <div className="mt-5 flex flex-wrap gap-3">
        {brand && <Button disabled>{words.pay}</Button>}
        <ButtonLink to={paths.dashboard} variant="secondary">{words.myOrder}</ButtonLink>
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
      {failureText(error)} {words.chargedOnce}
    </p>
  )
}

function SandboxCards() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">{sandboxWords.noMoney}</p>
      <p className="figures mt-1">{sandboxWords.cards}</p>
    </Notice>
  )
}
