import { useForm } from 'react-hook-form'
import { messages } from '#contract/basics/messages.ts'
import { taxCalls, taxMessages, type NewTaxRate } from '#contract/payments/taxes.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { taxWords as words } from '#app/words/tax.ts'

const RATE = /^\d{1,3}(?:\.\d{1,2})?$/

/** Adds a rate of tax that begins today or later. */
export function AddRate({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { country: '', from: '', rate: '' } })
  const field = fieldsOf(form)
  const add = useFormAction({
    form,
    send: (body: NewTaxRate) => callApi(taxCalls.addRate, { body }),
    onDone: () => toast.success(words.added),
    onClose,
    changes: [taxCalls.rates],
  })
  const submit = form.handleSubmit((typed) => add.run({ ...typed, rate: Number(typed.rate.trim()) }))
  return (
    <FormDialog title={words.addTitle} lead={words.addLead} submit={words.save} action={add} onSubmit={submit} onClose={onClose}>
      <SelectField
        {...field('country', filled(messages.countryRequired))}
        label={words.country}
        options={[['', words.chooseCountry] as const, ...countryOptions]}
      />
      <TextField {...field('from', filled(messages.invalidInput))} label={words.from} type="date" />
      <TextField
        {...field('rate', { validate: (typed) => (RATE.test(typed.trim()) && Number(typed) <= 100) || taxMessages.rateInvalid })}
        label={words.rate}
        inputMode="decimal"
        maxLength={6}
      />
    </FormDialog>
  )
}
