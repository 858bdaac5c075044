import { bankCalls, type BankMovement, type Proposal } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { openItemCalls } from '#contract/payments/open-items.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { orderLists } from '#app/orders/order-lists.ts'
import { toast } from '#app/ui/toast.ts'
import { bankWords as words } from '#app/words/bank.ts'
import { formatMoney } from './money-text.ts'

/** What changes when a movement is decided. */
export const bankReads = [bankCalls.movements, bankCalls.toGiveBack, openItemCalls.all, orderCalls.one, ...orderLists]

/** Confirms the proposal for a movement unchanged. */
export function ConfirmProposal({
  movement: { _id, amount, currency, payer, account },
  proposal,
}: {
  movement: BankMovement
  proposal: Proposal
}) {
  const over = Number((amount - proposal.bills.reduce((sum, bill) => sum + bill.amount, 0)).toFixed(2))
  return (
    <ConfirmedAction
      button={words.confirm}
      buttonLabel={words.confirmOf(payer || account)}
      tone="primary"
      question={words.confirmQuestion(formatMoney(amount, currency))}
      send={() =>
        callApi(bankCalls.decide, {
          params: { id: _id },
          body: { outcome: 'matched', bills: proposal.bills.map((bill) => ({ billId: bill.billId, amount: bill.amount })) },
        })
      }
      onDone={({ paid }) => toast.success(words.confirmed(paid.length))}
      changes={bankReads}
    >
      <ul className="grid gap-1">
        {proposal.bills.map(({ billId, name, customer, amount: share, why }) => (
          <li key={billId}>
            {words.billWith(`${name}, ${customer}`, formatAmount(share))} ({why.map((reason) => words.why[reason]).join(', ')})
          </li>
        ))}
        {over > 0 && <li>{words.over(formatAmount(over))}</li>}
      </ul>
    </ConfirmedAction>
  )
}
