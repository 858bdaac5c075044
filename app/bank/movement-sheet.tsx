import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { bankCalls, bankMessages, type BankMovement, type MovementOutcome, type OpenBill } from '#contract/payments/bank.ts'
import { formatAmount, formatMoney } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { OrderLink } from '#app/orders/order-link.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice, Refusal } from '#app/ui/notice.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { PlainDay, Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { bankWords } from '#app/words/bank.ts'
import { bankReads } from './bank-reads.ts'
import { readDollars } from './money-text.ts'

const words = bankWords.sheet

/** A movement beside the list, and the bills that it pays. */
export function MovementSheet({ movement, onClose }: { movement: BankMovement | undefined; onClose: () => void }) {
  return (
    <SideSheet title={movement ? words.title(formatMoney(movement.amount, movement.currency)) : bankWords.title} onClose={onClose}>
      {movement ? <Movement movement={movement} onDone={onClose} /> : <Notice tone="warning">{words.notListed}</Notice>}
    </SideSheet>
  )
}

function Movement({ movement, onDone }: { movement: BankMovement; onDone: () => void }) {
  const { bookedOn, payer, payerAccount, account, text, reference, isReversal, decision, amount } = movement
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <Facts>
        <Fact title={bankWords.columns.day}>
          <PlainDay value={bookedOn} />
        </Fact>
        {payer !== '' && <Fact title={bankWords.columns.payer}>{payer}</Fact>}
        {payerAccount !== '' && <Fact title={words.payerAccount}>{payerAccount}</Fact>}
        {reference !== '' && <Fact title={words.reference}>{reference}</Fact>}
        <Fact title={words.account}>{account}</Fact>
      </Facts>
      {isReversal && <Notice tone="warning">{words.reversal}</Notice>}
      {decision ? (
        <Decided movement={movement} decision={decision} />
      ) : (
        <Allowed call={bankCalls.decide}>
          {amount > 0 && <Match movement={movement} onDone={onDone} />}
          <div className="flex flex-wrap items-center gap-3">
            <Otherwise movement={movement} outcome="not-ours" label={words.notOurs} question={words.notOursQuestion} onDone={onDone}>
              {words.notOursLead}
            </Otherwise>
            {amount > 0 && movement.currency === 'USD' && (
              <Otherwise movement={movement} outcome="give-back" label={words.giveBack} question={words.giveBackQuestion} onDone={onDone}>
                {words.giveBackLead}
              </Otherwise>
            )}
          </div>
        </Allowed>
      )}
    </>
  )
}

function Decided({ movement: { _id }, decision }: { movement: BankMovement; decision: NonNullable<BankMovement['decision']> }) {
  const { outcome, reason, over, bills, by, at, givenBack } = decision
  const again = useAction({
    send: () => callApi(bankCalls.takeBack, { params: { id: _id } }),
    onDone: ({ deletedCount }) => (deletedCount === 1 ? toast.success(words.decidedAgain) : toast.info(words.nothingToUndo)),
    changes: bankReads,
  })
  return (
    <>
      <h3 className="text-lg">{bankWords.outcomes[outcome]}</h3>
      <ul className="grid gap-1">
        {bills.map(({ billId, orderId, name, amount }) => (
          <li key={billId}>
            <OrderLink orderId={orderId}>{name}</OrderLink> {formatAmount(amount)}
          </li>
        ))}
      </ul>
      {over > 0 && <p>{bankWords.over(formatAmount(over))}</p>}
      <Facts>
        <Fact title={words.decidedBy}>
          {by}, <Time value={at} />
        </Fact>
        {reason !== '' && <Fact title={words.reason}>{reason}</Fact>}
      </Facts>
      {outcome !== 'matched' && !givenBack && (
        <Allowed call={bankCalls.takeBack}>
          <Button variant="secondary" className="justify-self-start" busy={again.isRunning} onClick={() => again.run()}>
            {words.decideAgain}
          </Button>
        </Allowed>
      )}
    </>
  )
}

type Chosen = { bill: OpenBill; typed: string }

/** The orders that the movement pays, each with its amount; starts with the proposal. */
function Match({ movement: { _id, amount, currency, proposal }, onDone }: { movement: BankMovement; onDone: () => void }) {
  const [chosen, setChosen] = useState<Chosen[]>(() => (proposal?.bills ?? []).map((bill) => ({ bill, typed: bill.amount.toFixed(2) })))
  const isOurs = currency === 'USD'
  const sum = chosen.reduce((total, { typed }) => total + (readDollars(typed) ?? 0), 0)
  const left = Number((amount - sum).toFixed(2))
  const confirm = useFormAction({
    send: (bills: { billId: string; amount: number }[]) =>
      callApi(bankCalls.decide, { params: { id: _id }, body: { outcome: 'matched', bills } }),
    onDone: ({ paid }) => toast.success(bankWords.confirmed(paid.length)),
    onClose: onDone,
    changes: bankReads,
  })
  const submit = () => {
    const bills = chosen.map(({ bill, typed }) => ({ billId: bill.billId, amount: readDollars(typed) ?? 0 }))
    if (bills.some((bill) => bill.amount === 0)) confirm.refuse(bankMessages.amountInvalid)
    else confirm.run(bills)
  }
  const add = (bill: OpenBill) => {
    if (chosen.some((one) => one.bill.billId === bill.billId)) return
    const typed = isOurs ? Math.max(Math.min(bill.open, left), 0) : bill.open
    setChosen([...chosen, { bill, typed: typed.toFixed(2) }])
  }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3 className="text-lg">{words.pays}</h3>
      {!isOurs && <Notice>{words.otherCurrency}</Notice>}
      {chosen.map(({ bill, typed }, index) => (
        <div key={bill.billId} className="grid grid-cols-1 gap-1 border-b border-line pb-3">
          <p>
            <OrderLink orderId={bill.orderId}>{bill.name}</OrderLink>{' '}
            <span className="text-soft wrap-anywhere">
              {[
                bill.customer,
                bill.email,
                ...(bill.kind === 'account' ? [words.onAccount] : []),
                ...(bill.kind === 'cancelled' ? [words.ended] : []),
              ].join(', ')}
            </span>
          </p>
          <div className="flex items-end gap-2">
            <TextField
              className="grow"
              label={words.amountOf(bill.name)}
              hint={words.openOf(formatAmount(bill.open))}
              inputMode="decimal"
              value={typed}
              readOnly={confirm.isRunning}
              onChange={({ target }) => setChosen(chosen.with(index, { bill, typed: target.value }))}
            />
            <Button variant="ghost" aria-label={words.removeOf(bill.name)} onClick={() => setChosen(chosen.toSpliced(index, 1))}>
              {words.remove}
            </Button>
          </div>
        </div>
      ))}
      <FindBill onAdd={add} chosen={chosen.map(({ bill }) => bill.billId)} />
      {isOurs && chosen.length > 0 && left > 0 && <p className="text-soft">{words.left(formatAmount(left))}</p>}
      {isOurs && left < 0 && <Notice tone="warning">{words.missing(formatAmount(-left))}</Notice>}
      <Refusal sentences={confirm.refusal} />
      <Button type="submit" className="justify-self-start" busy={confirm.isRunning} disabled={chosen.length === 0 || (isOurs && left < 0)}>
        {bankWords.confirm}
      </Button>
    </form>
  )
}

const LEAST_LETTERS = 2

function FindBill({ onAdd, chosen }: { onAdd: (bill: OpenBill) => void; chosen: string[] }) {
  const [q, setQ] = useState('')
  const isAsked = q.trim().length >= LEAST_LETTERS
  const { data } = useQuery({ ...readOf(bankCalls.findBills, { query: { q: q.trim() } }), enabled: isAsked })
  const found = (data ?? []).filter(({ billId }) => !chosen.includes(billId))
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        label={words.addBill}
        hint={words.addBillHint}
        type="search"
        maxLength={TEXT_LIMITS.search}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {isAsked && data && found.length === 0 && <p className="text-soft">{words.noBills}</p>}
      {isAsked && (
        <ul className="grid gap-1">
          {found.map((bill) => (
            <li key={bill.billId} className="flex items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                {bill.name}, {bill.customer}, {words.openOf(formatAmount(bill.open))}
              </span>
              <Button
                variant="secondary"
                aria-label={words.addOf(bill.name)}
                onClick={() => {
                  onAdd(bill)
                  setQ('')
                }}
              >
                {words.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type OtherwiseProps = {
  movement: BankMovement
  outcome: Exclude<MovementOutcome, 'matched'>
  label: string
  question: string
  onDone: () => void
  children: ReactNode
}

/** Records with a reason that a movement pays for nothing. */
const Otherwise = ({ movement: { _id }, outcome, label, question, onDone, children }: OtherwiseProps) => (
  <ConfirmedAction
    button={label}
    tone="primary"
    question={question}
    reason={{ label: words.reasonLabel, hint: words.reasonHint, maxLength: TEXT_LIMITS.refundReason, missing: bankMessages.reasonRequired }}
    send={(reason) => callApi(bankCalls.decide, { params: { id: _id }, body: { outcome, reason } })}
    onDone={onDone}
    changes={bankReads}
  >
    {children}
  </ConfirmedAction>
)
