import { bankCalls, type BankMovement, type Proposal, type Shortfall } from '#contract/payments/bank.ts'
import { formatAmount, formatMoney } from '#contract/basics/figures.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { bankWords as words } from '#app/words/bank.ts'
import { AcceptShortfall } from './accept-shortfall.tsx'
import { bankReads } from './bank-reads.ts'

/** Confirms the proposal for a movement unchanged, or with what is missing of its only bill. */
export function ConfirmProposal({
  movement: { _id, amount, currency, payer, account },
  proposal,
  shortfallLimit,
}: {
  movement: BankMovement
  proposal: Proposal
  shortfallLimit: number
}) {
  const decide = (shortfall?: Shortfall) =>
    callApi(bankCalls.decide, {
      params: { id: _id },
      body: {
        outcome: 'matched',
        bills: proposal.bills.map((bill) => ({ billId: bill.billId, amount: bill.amount, ...(shortfall && { shortfall }) })),
      },
    })
  const [only, ...others] = proposal.bills
  const missing = only && others.length === 0 ? Number((only.open - only.amount).toFixed(2)) : 0
  const over = Number((amount - proposal.bills.reduce((sum, bill) => sum + bill.amount, 0)).toFixed(2))
  const confirm = (
    <ConfirmedAction
      button={words.confirm}
      buttonLabel={words.confirmOf(payer || account)}
      tone="primary"
      question={words.confirmQuestion(formatMoney(amount, currency))}
      send={() => decide()}
      onDone={({ paid }) => toast.success(words.confirmed(paid.length))}
      changes={bankReads}
    >
      <ul className="grid gap-1">
        {proposal.bills.map(({ billId, name, customer, amount: share, why }) => (
          <li key={billId}>
            {words.billWith(`${name}, ${customer}`, formatAmount(share))} ({why.map((reason) => words.why[reason]).join(', ')})
          </li>
        ))}
        {proposal.bills.some(({ kind }) => kind === 'cancelled') && <li>{words.endedNote}</li>}
        {over > 0 && <li>{words.over(formatAmount(over))}</li>}
      </ul>
    </ConfirmedAction>
  )
  if (!only || only.kind === 'cancelled' || missing <= 0 || missing > shortfallLimit) return confirm
  return (
    <span className="flex flex-wrap gap-2">
      <AcceptShortfall name={only.name} missing={missing} send={decide} />
      {confirm}
    </span>
  )
}
