import type { FieldError, UseFormReturn } from 'react-hook-form'
import { orderStages, type OrderStageName } from '#contract/orders/stages.ts'
import { stageNames } from '#contract/orders/stage-text.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { stageWords as words } from '#app/words/stages.ts'

/** A stage as somebody types it; '' while none is chosen, and where no day is. */
export type StageFields = { stage: OrderStageName | ''; day: string; tell: boolean; correct: boolean }

/** Stage and day of one order or of several, and whether the buyers are told. */
export function StageFieldSet({ form, tell }: { form: UseFormReturn<StageFields>; tell: string }) {
  const field = fieldsOf(form)
  const isReady = form.watch('stage') === 'ready'
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          {...field('stage', { validate: (stage) => stage !== '' || words.choose })}
          label={words.stage}
          options={[['', words.none], ...orderStages.map((name) => [name, stageNames[name]] as const)]}
        />
        <TextField
          {...field('day')}
          type="date"
          label={isReady ? words.readySince : words.day}
          hint={isReady ? words.readyHint : words.dayHint}
        />
      </div>
      <CheckField {...withoutProblem(field('tell'))} label={tell} />
    </>
  )
}

/** A box to tick is never wrong. */
export const withoutProblem = <Props extends { error?: FieldError['message'] }>({ error: _error, ...props }: Props) => props

/** The line of a call. */
export const stageLine = (number: string, { stage, day }: StageFields) => ({
  number,
  stage: stage || 'planned', // one is chosen
  ...(day !== '' && { day }),
})
