import { useState, type ReactNode } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { messages } from '#contract/basics/messages.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import { orderCan, type OrderInFull } from '#contract/orders/orders.ts'
import { paymentCalls } from '#contract/payments/payments.ts'
import { taxSentences } from '#contract/payments/tax.ts'
import { transferCalls, type PaymentWays } from '#contract/payments/transfers.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { failureText, isUnknown, LoadFailed, Loading } from '#app/ui/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useOrderChanges } from '#app/orders/order-changes.ts'
import { useShipBy } from '#app/orders/ship-by.tsx'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { Time } from '#app/ui/time.tsx'
import { paymentWords as words } from '#app/words/payment.ts'
import { purchaseSteps, purchaseWords } from '#app/words/purchase.ts'
import { refundWords } from '#app/words/refunds.ts'
import { freightWords } from '#app/words/freight.ts'
import { taxWords } from '#app/words/tax.ts'
import { sandboxWords } from '#app/words/sandbox.ts'
import { orderToPay } from './bill-calls.ts'
import { ByTransfer } from './by-transfer.tsx'
import { CardEntry } from './card-entry.tsx'
import { choicesOf, chosenOf } from './choices.ts'
import { GroupToPay, PartToPay } from './lines-to-pay.tsx'
import { OnAccount, openText } from './on-account.tsx'
import { PaymentDone } from './payment-done.tsx'
import { acceptSandboxCard } from './sandbox-card.ts'
import { SecondStep } from './second-step.tsx'
import { StripeEntry } from './stripe-entry.tsx'
import { lastToShip, toPayFor, type ToPay } from './to-pay.ts'
import { usePayment, type Payment } from './use-payment.ts'
import { useSandbox } from './use-sandbox.ts'
import { useStripe } from './use-stripe.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "Payment page". An order of a group is paid together with the others of it. */
export default function PayForOrder() {
  const { id = '' } = useParams()
  useOrderChanges()
  const order = useQuery(orderToPay(id))
  const groupId = order.data?.groupId
  const group = useQuery({ ...readOf(quoteCalls.group, { params: { id: groupId ?? '' } }), enabled: Boolean(groupId) })
  const ways = useQuery(readOf(transferCalls.ways, { params: { id } }))
  // While it is read again, a query without data has no error.
  const [unknownGroup, setUnknownGroup] = useState<string>()
  if (groupId && groupId !== unknownGroup && isUnknown(group.error)) setUnknownGroup(groupId)
  // All orders of its group are cancelled.
  const hasNoGroup = !groupId || (order.data?.cancelled === true && groupId === unknownGroup)
  const failed = [order, group].find(({ data, error }) => error && !data)

  // The ways to pay stand where the card is entered, so it waits for them; where they cannot be read, the card is there.
  const hasTriedWays = !ways.isPending || ways.failureCount > 0 || ways.errorUpdateCount > 0
  if (order.data && (hasNoGroup || group.data) && hasTriedWays) {
    const toPay = toPayFor(order.data, hasNoGroup ? undefined : group.data)
    return <PaymentScreen key={id} toPay={toPay} inFull={order.data} waysRead={ways} />
  }
  if (failed && !hasNoGroup && isUnknown(failed.error)) return <NotFoundText />
  const awaited = failed ?? [order, ...(groupId && !hasNoGroup ? [group] : []), ways].find(({ data }) => !data) ?? order
  return (
    // The dashboard's welcome is left out from the start.
    <div data-greeting>
      <Loading query={awaited} title={words.title} skeleton={<Skeleton rows={5} />} />
    </div>
  )
}

type PaymentScreenProps = { toPay: ToPay; inFull: OrderInFull; waysRead: UseQueryResult<PaymentWays> }

function PaymentScreen({ toPay, inFull, waysRead }: PaymentScreenProps) {
  const { order, group, canBePaid } = toPay
  const { identity } = useSession()
  const name = identity?.displayName || order.displayName
  const setup = useQuery({ ...readOf(paymentCalls.setup), staleTime: Infinity })
  const isSandbox = setup.data?.provider === 'sandbox'
  const sandbox = useSandbox()
  const stripe = useStripe(canBePaid ? setup.data : undefined)
  const billing = { name, email: identity?.email ?? '' }
  const ways = waysRead.data
  const choices = choicesOf(ways, setup.data, useShopCalendar())
  // Reading the ways again moves no choice.
  const [picked, pick] = useState(() => chosenOf(choices, ways, undefined))
  const payment = usePayment(
    ways?.card.allowed === false ? { ...toPay, canBePaid: false } : toPay,
    isSandbox ? sandbox.processor : stripe.opened?.processor,
    billing,
  )
  // Also a payment that an earlier page began: while it runs, no other way can be chosen.
  if (payment.isRunning && picked !== 'card') pick('card')
  const chosen = payment.isRunning ? 'card' : chosenOf(choices, ways, picked)
  // Once it is there it stays, so that a look at another way loses nothing that was typed.
  const [hasEntry, setHasEntry] = useState(false)
  if (chosen === 'card' && !hasEntry) setHasEntry(true)
  const isCardPossible = choices.some(({ value, problem }) => value === 'card' && problem === undefined)
  const total = formatAmount(toPay.totalPrice)
  const progress = <PaymentProgress payment={payment} />
  const entry = { total, disabled: !payment.isReady, busy: payment.isRunning, state: chosen === 'card' && progress }
  const isPaid = toPay.paid || payment.outcome?.kind === 'paid' || payment.foundPaid !== undefined

  return (
    <section className="@container">
      <h2 data-greeting className="text-xl">
        {words.greeting(name)}
      </h2>
      <Steps label={purchaseWords.stepsLabel} steps={purchaseSteps()} current={isPaid ? 3 : 2} />
      <div className="grid grid-cols-1 items-start gap-6 @[68rem]:grid-cols-[minmax(0,1fr)_25rem]">
        {group ? <GroupToPay group={group} /> : <PartToPay order={order} />}
        {/* The amount of a long list comes first where there is one column, and stays beside it where there are two. */}
        <Panel className={`${PAY} ${group ? '@max-[68rem]:order-first' : ''}`}>
          {(canBePaid || isPaid) && <Sum toPay={toPay} inFull={inFull} isPaid={isPaid} />}
          <PaymentState toPay={toPay} payment={payment} inFull={inFull}>
            {(choices.length > 1 || chosen === undefined) && (
              <ChoiceTiles label={words.how} choices={choices} chosen={chosen} onChoose={pick} disabled={payment.isRunning} />
            )}
            {waysRead.error && !ways && !isUnknown(waysRead.error) && <LoadFailed query={waysRead} />}
            {chosen === undefined && <Notice tone="warning">{messages.askHowToPay}</Notice>}
            {chosen === 'transfer' && ways?.transfer && <ByTransfer order={order} due={ways.due} transfer={ways.transfer} />}
            {chosen === 'account' && ways?.onAccount && <OnAccount order={order} due={ways.due} onAccount={ways.onAccount} />}
            {chosen !== 'card' && payment.isReady && progress}
            {(chosen === 'card' || (hasEntry && isCardPossible)) && (
              <div hidden={chosen !== 'card'} className="grid gap-5">
                {!setup.data && <Loading query={setup} />}
                {isSandbox && (
                  <>
                    <CardEntry {...entry} onPay={(card) => payment.pay((details) => acceptSandboxCard(card, details))} />
                    <SandboxCards />
                  </>
                )}
                {setup.data && !isSandbox && (
                  <StripeEntry {...entry} stripe={stripe} amount={dollarsToCents(toPay.totalPrice)!} onPay={payment.pay} />
                )}
              </div>
            )}
          </PaymentState>
        </Panel>
      </div>
      {sandbox.isAsking && <SecondStep total={total} onDecide={sandbox.decide} />}
    </section>
  )
}

const PAY = 'grid gap-5 @[68rem]:[@media(height>=52rem)]:sticky top-[calc(var(--header-height)+1rem)] print:static!'

/** What is to be paid, of which tax, and until when. */
function Sum({ toPay, inFull, isPaid }: { toPay: ToPay; inFull: OrderInFull; isPaid: boolean }) {
  const { order, group, totalPrice } = toPay
  const bill = group ?? order
  const total = formatAmount(totalPrice)
  const [before] = useState(totalPrice)
  const ships = useShipBy(lastToShip(toPay))
  return (
    <div className="figures">
      <p className="text-2xl font-semibold">
        {(isPaid ? (inFull.onAccount?.open ? words.onAccount : words.paid) : words.pleasePay)(total)}
      </p>
      {(bill.freight ?? bill.tax) && (
        <dl className="text-soft">
          <div className="flex flex-wrap gap-x-2">
            <dt>{bill.freight ? freightWords.goods : taxWords.net}:</dt>
            <dd>{formatAmount(bill.totalPrice)}</dd>
          </div>
          {bill.freight && (
            <div className="flex flex-wrap gap-x-2">
              <dt>{freightWords.freight}:</dt>
              <dd>{bill.freight.amount === 0 ? freightWords.free : formatAmount(bill.freight.amount)}</dd>
            </div>
          )}
          {bill.tax && (
            <div className="flex flex-wrap gap-x-2">
              <dt>{taxWords.tax(group ? 0 : order.tax!.rate)}:</dt>
              <dd>{formatAmount(bill.tax.total)}</dd>
              {!group && <dd className="basis-full text-sm">{taxSentences[order.tax!.reason]}</dd>}
            </div>
          )}
        </dl>
      )}
      {toPay.canBePaid && !isPaid && order.payBy && (
        <p className="label-text mt-1">
          <span>{words.payBy} </span>
          <Time value={order.payBy} />
          {!inFull.transfer?.received && <span>{group ? words.orAllCancelled : words.orCancelled}</span>}
        </p>
      )}
      {ships && isPaid === toPay.paid && <p className={isPaid ? 'mt-1 font-semibold' : 'label-text'}>{`${ships.title} ${ships.day}`}</p>}
      {before !== totalPrice && !isPaid && (
        <div className="mt-3">
          <Notice tone="warning">{words.sumChanged(formatAmount(before), total)}</Notice>
        </div>
      )}
    </div>
  )
}

/** Success, or an earlier payment, or why there is none, or the ways to pay (`children`) with their messages. */
type PaymentStateProps = { toPay: ToPay; payment: Payment; inFull: OrderInFull; children: ReactNode }

function PaymentState({ toPay, payment, inFull, children }: PaymentStateProps) {
  const { outcome, foundPaid } = payment
  const { order, group } = toPay
  const [wasOpen] = useState(toPay.canBePaid)
  const done = { toPay, isNew: wasOpen }
  if (outcome?.kind === 'paid') {
    const { brand, transactionId } = outcome
    return (
      <PaymentDone {...done} title={brand ? words.completed(brand) : messages.paymentDone} transactionId={transactionId}>
        {/* Specification: Pay stays, disabled. */}
        {brand && <Button disabled>{words.pay}</Button>}
      </PaymentDone>
    )
  }
  if (order.refunded) return <Notice>{refundWords.paymentRefunded[order.paidBy ?? 'card']}</Notice>
  if (toPay.paid && inFull.onAccount) return <PaymentDone {...done} title={openText(inFull.onAccount)} />
  if (toPay.paid) {
    return <PaymentDone {...done} title={group ? words.groupPaid : words.alreadyPaid} transactionId={toPay.transactionId} />
  }
  if (foundPaid) return <PaymentDone {...done} title={messages.paymentDone} transactionId={foundPaid.transactionId} />
  if (!toPay.canBePaid) return <NotPayable toPay={toPay} />
  return <div className="grid gap-5">{children}</div>
}

/** Nothing can be paid here any more: the order is cancelled, alone or with the others of its group. */
function NotPayable({ toPay: { order, group } }: { toPay: ToPay }) {
  const other = group?.orders.find((one) => one._id !== order._id && orderCan.pay(one))
  return (
    <>
      <Notice>{order.cancelled ? words.cancelled(order.number) : messages.orderNotPayable}</Notice>
      <div className="flex flex-wrap gap-3">
        {other && <ButtonLink to={paths.payment(other._id)}>{words.payOthers}</ButtonLink>}
        <ButtonLink to={paths.order(order._id)} variant="secondary">
          {words.order(order.number)}
        </ButtonLink>
        <ButtonLink to={paths.dashboard} variant="secondary">
          {words.myOrder}
        </ButtonLink>
      </div>
    </>
  )
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

/** Card errors in the provider's words; a failing call says that trying again is safe. */
function PaymentTrouble({ payment: { outcome, error, isRunning, isReady, loading } }: { payment: Payment }) {
  const refusal = outcome?.kind === 'refused' ? outcome.message : undefined
  if (isRunning || !(refusal ?? error)) return null
  if (error && refusal === undefined && !isReady) return <LoadFailed query={{ ...loading, error }} />
  return (
    <p role="alert" className="font-semibold text-danger">
      {refusal ?? `${failureText(error)} ${words.chargedOnce}`}
    </p>
  )
}

function SandboxCards() {
  return (
    <Notice tone="warning">
      <p className="font-semibold">{sandboxWords.noMoney}</p>
      <p className="figures mt-1 text-sm">{sandboxWords.cards}</p>
    </Notice>
  )
}
