import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { imageAtWidth } from '#contract/parts/images.ts'
import { messages } from '#contract/basics/messages.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import { orderCalls, type Order, type OrderInFull } from '#contract/orders/orders.ts'
import { paymentCalls } from '#contract/payments/payments.ts'
import { taxSentences } from '#contract/payments/tax.ts'
import { quoteCalls, type OrderGroup } from '#contract/quotes/quotes.ts'
import { failureText, isUnknown, LoadFailed, Loading } from '#app/ui/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { Time } from '#app/ui/time.tsx'
import { paymentWords as words } from '#app/words/payment.ts'
import { purchaseSteps, purchaseWords } from '#app/words/purchase.ts'
import { refundWords } from '#app/words/refunds.ts'
import { taxWords } from '#app/words/tax.ts'
import { sandboxWords } from '#app/words/sandbox.ts'
import { CardEntry } from './card-entry.tsx'
import { acceptSandboxCard } from './sandbox-card.ts'
import { CardNotTaken, OtherWays, TakenOnAccount, usePaymentWays } from './other-ways.tsx'
import { SecondStep } from './second-step.tsx'
import { StripeEntry } from './stripe-entry.tsx'
import { toPayFor, type ToPay } from './to-pay.ts'
import { usePayment, type Payment } from './use-payment.ts'
import { useSandbox } from './use-sandbox.ts'
import { useStripe } from './use-stripe.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "Payment page". An order of a group is paid together with the others of it. */
export default function PayForOrder() {
  const { id = '' } = useParams()
  const order = useQuery(readOf(orderCalls.one, { params: { id } }))
  const groupId = order.data?.groupId
  const group = useQuery({ ...readOf(quoteCalls.group, { params: { id: groupId ?? '' } }), enabled: Boolean(groupId) })
  const failed = [order, group].find(({ data, error }) => error && !data)

  if (order.data && (!groupId || group.data)) return <PaymentScreen key={id} toPay={toPayFor(order.data, group.data)} inFull={order.data} />
  if (!failed) {
    return (
      // The dashboard's welcome is left out from the start.
      <div data-greeting>
        <Skeleton rows={5} />
      </div>
    )
  }
  if (isUnknown(failed.error)) return <NotFoundText />
  return <LoadFailed query={failed} />
}

function PaymentScreen({ toPay, inFull }: { toPay: ToPay; inFull: OrderInFull }) {
  const { order, group, canBePaid } = toPay
  const { identity } = useSession()
  const name = identity?.displayName || order.displayName
  const setup = useQuery({ ...readOf(paymentCalls.setup), staleTime: Infinity })
  const isSandbox = setup.data?.provider === 'sandbox'
  const sandbox = useSandbox()
  const stripe = useStripe(canBePaid ? setup.data : undefined)
  const billing = { name, email: identity?.email ?? '' }
  const ways = usePaymentWays(order, canBePaid)
  const takesCard = ways?.card.allowed ?? true
  const payment = usePayment(
    takesCard ? toPay : { ...toPay, canBePaid: false },
    isSandbox ? sandbox.processor : stripe.opened?.processor,
    billing,
  )
  const total = formatAmount(toPay.totalPrice)
  const state = <PaymentProgress payment={payment} />
  const entry = { total, disabled: !payment.isReady, busy: payment.isRunning, state }
  const isPaid = toPay.paid || payment.outcome?.kind === 'paid'
  const sum = (
    <>
      <TaxOfBill toPay={toPay} />
      <p className="mt-3 text-xl font-semibold">{toPay.paid ? words.paid(total) : words.pleasePay(total)}</p>
      {!toPay.paid && order.payBy && (
        <p className="label-text mt-1">
          <span>{words.payBy} </span>
          <Time value={order.payBy} />
          {!inFull.transfer?.received && <span>{group ? words.orAllCancelled : words.orCancelled}</span>}
        </p>
      )}
    </>
  )

  return (
    <section className="max-w-4xl">
      <h2 data-greeting className="text-xl">
        {words.greeting(name)}
      </h2>
      <Steps label={purchaseWords.stepsLabel} steps={purchaseSteps()} current={isPaid ? 3 : 2} />
      <Panel className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        {group ? <GroupToPay group={group}>{sum}</GroupToPay> : <PartToPay order={order}>{sum}</PartToPay>}
        <div className="border-t border-line pt-6 lg:border-0 lg:pt-0">
          <PaymentState toPay={toPay} payment={payment} onAccount={<TakenOnAccount order={inFull} />}>
            {!takesCard && ways && <CardNotTaken ways={ways} />}
            {takesCard && !setup.data && (
              <>
                <Loading query={setup} />
                {state}
              </>
            )}
            {takesCard && isSandbox && <SandboxCards />}
            {takesCard && isSandbox && (
              <CardEntry {...entry} onPay={(card) => payment.pay((details) => acceptSandboxCard(card, details))} />
            )}
            {takesCard && setup.data && !isSandbox && (
              <StripeEntry {...entry} stripe={stripe} amount={dollarsToCents(toPay.totalPrice)!} onPay={payment.pay} />
            )}
            {ways && <OtherWays order={order} ways={ways} />}
          </PaymentState>
        </div>
      </Panel>
      {sandbox.isAsking && <SecondStep total={total} onDecide={sandbox.decide} />}
    </section>
  )
}

/** Net total and tax above the amount; nothing where no tax applies. */
function TaxOfBill({ toPay: { order, group } }: { toPay: ToPay }) {
  const bill = group ?? order
  if (!bill.tax) return null
  return (
    <dl className="mt-3 text-soft">
      <div className="flex flex-wrap gap-x-2">
        <dt>{taxWords.net}:</dt>
        <dd>{formatAmount(bill.totalPrice)}</dd>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <dt>{taxWords.tax(group ? 0 : order.tax!.rate)}:</dt>
        <dd>{formatAmount(bill.tax.total)}</dd>
        {!group && <dd className="basis-full text-sm">{taxSentences[order.tax!.reason]}</dd>}
      </div>
    </dl>
  )
}

function PartToPay({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <div className="flex items-start gap-5">
      <img
        src={imageAtWidth(order.img, 480)}
        alt={order.name}
        width="240"
        height="180"
        className="aspect-4/3 w-28 rounded-box object-cover lg:w-40"
      />
      <div className="figures min-w-0">
        <p className="text-lg font-semibold">{order.name}</p>
        <p className="text-soft figures">{words.order(order.number)}</p>
        <p className="text-soft">{words.pieces(order.orderQuantity)}</p>
        {children}
      </div>
    </div>
  )
}

type GroupToPayProps = { group: OrderGroup; children: ReactNode }

/** All parts of a group; the list of many can be scrolled, by keyboard too. */
function GroupToPay({ group: { quoteNumber, orders }, children }: GroupToPayProps) {
  return (
    <div className="figures">
      <p className="text-lg font-semibold">{words.group(quoteNumber)}</p>
      <p className="text-soft">{words.groupNote(orders.length)}</p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={words.group(quoteNumber)}
        className="mt-4 max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
      >
        {orders.map((order) => (
          <li key={order._id} className="flex flex-wrap items-baseline justify-between gap-x-5 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="figures text-soft">{order.number}</span> {order.name}
            </span>
            <span className="text-soft">
              {words.pieces(order.orderQuantity)}, {formatAmount(order.totalPrice)}
            </span>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/** Success, or an earlier payment, or the card field (`children`) with its messages. */
type PaymentStateProps = { toPay: ToPay; payment: Payment; onAccount: ReactNode; children: ReactNode }

function PaymentState({ toPay, payment, onAccount, children }: PaymentStateProps) {
  const { outcome, foundPaid } = payment
  if (outcome?.kind === 'paid') return <PaymentDone transactionId={outcome.transactionId} brand={outcome.brand} />
  if (toPay.order.refunded) return <Notice>{refundWords.paymentRefunded[toPay.order.paidBy ?? 'card']}</Notice>
  if (toPay.paid) {
    return toPay.order.paidBy === 'account' ? (
      <>
        {onAccount}
        <div className="mt-5">
          <ButtonLink to={paths.dashboard} variant="secondary">
            {words.myOrder}
          </ButtonLink>
        </div>
      </>
    ) : (
      <PaymentDone transactionId={toPay.transactionId}>{toPay.group ? words.groupPaid : words.alreadyPaid}</PaymentDone>
    )
  }
  if (foundPaid) return <PaymentDone transactionId={foundPaid.transactionId} />
  if (!toPay.canBePaid) return <Notice>{messages.orderNotPayable}</Notice>
  return <div className="grid gap-5">{children}</div>
}

function PaymentProgress({ payment }: { payment: Payment }) {
  return (
    <>
      <div role="status" className="empty:hidden">
        {payment.isRunning && <p className="text-soft">{words.processing}</p>}
      </div>
      <PaymentTrouble payment={payment} />
    </>
  )
}

/** `brand` is known right after paying on this page; Pay then stays visible, disabled. */
type PaymentDoneProps = { transactionId: string; brand?: string | undefined; children?: ReactNode }

function PaymentDone({ transactionId, brand, children }: PaymentDoneProps) {
  return (
    <>
      <Notice tone="success">
        <p className="font-semibold">{children ?? (brand ? words.completed(brand) : messages.paymentDone)}</p>
        <p className="figures mt-1 wrap-anywhere">{words.transactionId(transactionId)}</p>
      </Notice>
      <div className="mt-5 flex flex-wrap gap-3">
        {brand && <Button disabled>{words.pay}</Button>}
        <ButtonLink to={paths.dashboard} variant="secondary">
          {words.myOrder}
        </ButtonLink>
      </div>
    </>
  )
}

/** Card errors in the provider's words; a failing call says that trying again is safe. */
function PaymentTrouble({ payment }: { payment: Payment }) {
  const { outcome, error, isRunning, isReady } = payment
  if (isRunning) return null
  if (outcome?.kind === 'refused')
    return (
      <p role="alert" className="font-semibold text-danger">
        {outcome.message}
      </p>
    )
  if (!error) return null
  if (!isReady) return <LoadFailed query={{ ...payment.loading, error }} />
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
