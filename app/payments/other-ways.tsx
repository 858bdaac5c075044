import { useQuery } from '@tanstack/react-query'
import { dayText } from '#contract/basics/day-text.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { orderCalls, type Order, type OrderInFull } from '#contract/orders/orders.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { transferCalls, type PaymentWays } from '#contract/payments/transfers.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { SaveFile } from '#app/ui/save-files.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { paymentWords } from '#app/words/payment.ts'
import { transferWords as words } from '#app/words/transfer.ts'

/** How an order, or its group, can be paid besides by card; asked for while it can be paid. */
export function usePaymentWays({ _id }: Pick<Order, '_id'>, isAsked: boolean): PaymentWays | undefined {
  return useQuery({ ...readOf(transferCalls.ways, { params: { id: _id } }), enabled: isAsked }).data
}

/** Why no card is asked for: the sum is above the limit of cards, or a part of it was transferred. */
export function CardNotTaken({ ways }: { ways: PaymentWays }) {
  const isPartPaid = (ways.transfer?.received ?? 0) > 0
  return <Notice>{isPartPaid ? words.partReceived : words.aboveCard(formatAmount(ways.card.most))}</Notice>
}

/** Bank transfer and on account, as far as the shop offers them. */
export function OtherWays({ order, ways }: { order: Order; ways: PaymentWays }) {
  const { transfer, onAccount } = ways
  if (!transfer && !onAccount) return null
  return (
    <section aria-label={words.title} className="grid gap-4 border-t border-line pt-5">
      {transfer &&
        (transfer.chosen || transfer.received > 0 ? (
          <ChosenTransfer order={order} ways={ways} transfer={transfer} />
        ) : (
          <ChooseTransfer order={order} days={transfer.days} />
        ))}
      {onAccount && <OnAccount order={order} due={ways.due} onAccount={onAccount} />}
    </section>
  )
}

const changes = [transferCalls.ways, orderCalls.one, quoteCalls.group, ...orderLists]

function ChooseTransfer({ order, days }: { order: Order; days: number }) {
  const choose = useAction({ send: () => callApi(transferCalls.choose, { params: { id: order._id } }), changes })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" busy={choose.isRunning} onClick={() => choose.run()}>
        {words.transfer}
      </Button>
      <p className="label-text">{words.transferLead(days)}</p>
    </div>
  )
}

type Transfer = NonNullable<PaymentWays['transfer']>

function ChosenTransfer({ order, ways, transfer }: { order: Order; ways: PaymentWays; transfer: Transfer }) {
  const { account, reference, received } = transfer
  const iban = inGroups(account.iban)
  const left = Number((ways.due - received).toFixed(2))
  return (
    <div className="grid gap-3">
      <h3 className="text-lg">{words.chosen}</h3>
      <p className="text-soft">{words.chosenLead}</p>
      <Facts>
        <Fact title={words.amount}>{formatAmount(left)}</Fact>
        {received > 0 && <Fact title={words.received}>{formatAmount(received)}</Fact>}
        <Fact title={words.holder}>{account.holder}</Fact>
        <Fact title={words.iban}>
          {iban} <CopyButton text={account.iban} label={words.copy(words.iban)} />
        </Fact>
        {account.bic !== '' && <Fact title={words.bic}>{account.bic}</Fact>}
        {account.bankName !== '' && <Fact title={words.bank}>{account.bankName}</Fact>}
        {reference && (
          <Fact title={words.reference}>
            <strong>{inGroups(reference)}</strong> <CopyButton text={reference} label={words.copy(words.reference)} />
          </Fact>
        )}
      </Facts>
      {reference && <ProForma order={order} />}
    </div>
  )
}

function ProForma({ order }: { order: Order }) {
  const file = { path: transferCalls.proForma.path.replace(':id', order._id), name: words.proFormaFile(order.number) }
  return (
    <SaveFile file={file} className="justify-self-start">
      {words.proForma}
    </SaveFile>
  )
}

const inGroups = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ')

function OnAccount({ order, due, onAccount }: { order: Order; due: number; onAccount: NonNullable<PaymentWays['onAccount']> }) {
  const { netDays, left, enough, leadDays } = onAccount
  if (!enough) return <p className="label-text">{words.limitReached(formatAmount(left))}</p>
  return (
    <div className="grid justify-items-start gap-2">
      <ConfirmedAction
        button={words.onAccount}
        tone="primary"
        question={words.onAccountQuestion(formatAmount(due))}
        send={() => callApi(transferCalls.onAccount, { params: { id: order._id }, body: { due } })}
        onDone={() => toast.success(words.takenToast)}
        changes={changes}
      >
        {words.onAccountConsequences(netDays, leadDays)}
      </ConfirmedAction>
      <p className="label-text">{words.onAccountLead(netDays, formatAmount(left), leadDays)}</p>
    </div>
  )
}

/** The open amount of an order on account, in place of a payment. */
export function TakenOnAccount({ order: { onAccount } }: { order: OrderInFull }) {
  if (!onAccount) return null
  return (
    <Notice tone="success">
      {onAccount.open === 0
        ? paymentWords.alreadyPaid
        : `${onAccount.daysFromDispatch === undefined ? words.taken(dayText(onAccount.dueOn)) : words.takenFromDispatch(onAccount.daysFromDispatch)} ${formatAmount(onAccount.open)}`}
    </Notice>
  )
}
