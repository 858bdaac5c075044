import { useForm } from 'react-hook-form'
import { apiKeyCalls, type ApiKey } from '#contract/people/api-keys.ts'
import { readDollars } from '#contract/basics/dollar-text.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { centsToDollars } from '#contract/basics/money.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { spendingWords as words } from '#app/words/spending.ts'

/** The spending limit of agents with a key, and the button that changes it; nothing for a key that orders nothing. */
export function KeySpending({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, spending } = apiKey
  if (!scopes.includes('orders:write')) return <span>{words.nothing}</span>
  return (
    <>
      <span className="block">
        {spending ? words.limit(formatAmount(spending.perOrder), formatAmount(spending.perMonth)) : words.nothing}
      </span>
      <DialogButton
        variant="ghost"
        aria-label={words.changeOf(name)}
        renderDialog={(onClose) => <SpendingDialog apiKey={apiKey} onClose={onClose} />}
      >
        {words.change}
      </DialogButton>
    </>
  )
}

const typedOf = (dollars: number | undefined) => (dollars === undefined ? '' : String(dollars))
const isAmount = (typed: string) => readDollars(typed) !== undefined || words.wrong
const readAmount = (typed: string) => centsToDollars(readDollars(typed)!) // validated

function SpendingDialog({ apiKey: { _id, name, spending }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const form = useForm({ defaultValues: { perOrder: typedOf(spending?.perOrder), perMonth: typedOf(spending?.perMonth) } })
  const field = fieldsOf(form)
  const save = useFormAction({
    form,
    send: (wanted: ApiKey['spending']) => callApi(apiKeyCalls.limitSpending, { params: { id: _id }, body: { spending: wanted } }),
    onDone: () => toast.success(words.saved),
    onClose,
    changes: [apiKeyCalls.mine],
  })
  const submit = form.handleSubmit(({ perOrder, perMonth }) => save.run({ perOrder: readAmount(perOrder), perMonth: readAmount(perMonth) }))
  const allowNothing = (
    <Button variant="secondary" onClick={() => save.run(null)} disabled={save.isRunning}>
      {words.remove}
    </Button>
  )
  return (
    <FormDialog
      title={words.title(name)}
      lead={words.lead}
      submit={words.save}
      action={save}
      actions={spending && allowNothing}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...field('perOrder', { validate: isAmount })} label={words.perOrder} inputMode="decimal" autoComplete="off" />
      <TextField
        {...field('perMonth', { validate: isAmount })}
        label={words.perMonth}
        hint={words.perMonthHint}
        inputMode="decimal"
        autoComplete="off"
      />
    </FormDialog>
  )
}
