import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bankCalls, type MoneyMove } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { bankWords } from '#app/words/bank.ts'
import { bankReads } from './bank-reads.ts'
import { readDollars } from './money-text.ts'

const words = bankWords.move

type MoveProps = {
  /** The bill of a part, or the movement of what was left. */
  id: string
  kind: MoneyMove['kind']
  /** A bill of the buyer, whose other bills are offered. */
  billId: string
  name: string
  amount: number
}

/** Moves money to another open bill of its buyer. */
export const MoveMoney = (props: MoveProps) => (
  <DialogButton aria-label={words.moveOf(props.name)} renderDialog={(onClose) => <MoveDialog {...props} onClose={onClose} />}>
    {words.move}
  </DialogButton>
)

function MoveDialog({ id, kind, billId, name, amount, onClose }: MoveProps & { onClose: () => void }) {
  const { data: bills } = useQuery(readOf(bankCalls.findBills, { query: { ofBuyer: billId } }))
  const form = useForm({ defaultValues: { billId: '', amount: amount.toFixed(2) } })
  const field = fieldsOf(form)
  const move = useFormAction({
    form,
    send: (typed: { billId: string; amount: string }) =>
      callApi(bankCalls.move, { params: { id }, body: { kind, billId: typed.billId, amount: readDollars(typed.amount)! } }), // validated
    onDone: ({ paid }) => toast.success(paid ? words.paid : words.moved),
    onClose,
    changes: bankReads,
  })
  const offered = (bills ?? []).map((bill) => [bill.billId, words.openBill(bill.name, formatAmount(bill.open))] as const)
  return (
    <FormDialog
      title={words.moveOf(name)}
      lead={bills && offered.length === 0 ? words.none : words.lead}
      submit={words.move}
      action={move}
      disabled={offered.length === 0}
      onSubmit={form.handleSubmit(move.run)}
      onClose={onClose}
    >
      <SelectField {...field('billId', filled(words.billMissing))} label={words.bill} options={[['', words.choose] as const, ...offered]} />
      <TextField
        {...field('amount', { validate: (typed) => Boolean(readDollars(typed)) || words.amountWrong })}
        label={words.amount}
        inputMode="decimal"
        readOnly={move.isRunning}
      />
    </FormDialog>
  )
}
