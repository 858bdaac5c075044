import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { MAXIMUM_PRICE_BREAKS } from '#contract/basics/limits.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { stepPriceProblem, stepStartProblem, type OfferFields } from '#app/parts/offer-rules.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { offerWords as words } from '#app/words/offer.ts'

/** The price ladder of the form around it, one row for each step. */
export function PriceLadderFields() {
  const form = useFormContext<OfferFields>()
  const field = fieldsOf(form)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'priceBreaks' })
  const problem = form.formState.errors.priceBreaks?.message
  const addButton = useRef<HTMLButtonElement>(null)

  return (
    <fieldset>
      <legend className="field-label">{words.ladder}</legend>
      <p className="field-hint -mt-1 mb-1.5">{words.ladderHint}</p>
      <ol className="grid max-w-xl gap-3">
        {fields.map(({ id }, step) => (
          <li key={id} className="flex items-start gap-2">
            <TextField
              {...field(`priceBreaks.${step}.from`, { validate: (_, typed) => stepStartProblem(typed, step) })}
              className="min-w-0 flex-1"
              label={<StepLabel step={step} figure={words.from} />}
              inputMode="numeric"
              autoComplete="off"
            />
            <TextField
              {...field(`priceBreaks.${step}.price`, { validate: (_, typed) => stepPriceProblem(typed, step) })}
              className="min-w-0 flex-1"
              label={<StepLabel step={step} figure={words.stepPrice} />}
              inputMode="decimal"
              autoComplete="off"
            />
            <IconButton
              label={words.removeStep(step + 1)}
              icon={<TrashIcon />}
              className="mt-8 shrink-0"
              onClick={() => {
                remove(step)
                // The button that had the focus is gone.
                addButton.current?.focus()
              }}
            />
          </li>
        ))}
      </ol>
      {problem && <p className="field-error">{problem}</p>}
      <Button
        ref={addButton}
        variant="secondary"
        className={fields.length > 0 ? 'mt-4' : ''}
        disabled={fields.length >= MAXIMUM_PRICE_BREAKS}
        onClick={() => append({ from: '', price: '' })}
      >
        <PlusIcon />
        {words.addStep}
      </Button>
    </fieldset>
  )
}

/** Names the step for screen readers. */
function StepLabel({ step, figure }: { step: number; figure: string }) {
  return (
    <>
      <span className="sr-only">{words.step(step + 1)} </span>
      {figure}
    </>
  )
}
