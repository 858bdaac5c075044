import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#contract/messages.ts'
import { taxCalls, taxMessages, type NewTaxRate } from '#contract/taxes.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { callApi } from '#app/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { addressWords } from '#app/words/addresses.ts'
import { taxWords as words } from '#app/words/tax.ts'

const RATE = /^\d{1,3}(?:\.\d{1,2})?$/

/** Adds a rate of tax that begins today or later. */
export function AddRate({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { country: '', from: '', rate: '' } })
  const field = fieldsOf(form)
  const [trouble, setTrouble] = useState<string>()
  const add = useAction({
    send: (body: NewTaxRate) => callApi(taxCalls.addRate, { body }),
    onStart: () => setTrouble(undefined),
    onDone: () => {
      toast.success(words.added)
      onClose()
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [taxCalls.rates],
  })
  const submit = form.handleSubmit(({ country, from, rate }) => add.run({ country, from, rate: Number(rate.trim()) }))
  return (
    <Dialog label={words.addTitle} busy={add.isRunning} onClose={onClose}>
      <form noValidate className="modal-body" onSubmit={(event) => void submit(event)}>
        <h2 className="mb-1 text-xl">{words.addTitle}</h2>
        <p className="mb-3 text-soft">{words.addLead}</p>
        <div className="grid gap-4">
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
        </div>
        {trouble && (
          <div className="mt-4">
            <Notice tone="danger">{trouble}</Notice>
          </div>
        )}
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={add.isRunning}>
            {addressWords.cancel}
          </Button>
          <Button type="submit" busy={add.isRunning}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
