import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { sentenceOf } from '#app/api/api-error.ts'
import { showRefusal } from '#app/ui/form-fields.ts'
import type { Sentences } from '#app/ui/notice.tsx'
import { useAction, type ActionOptions } from '#app/api/use-action.ts'

type FormActionOptions<Values extends FieldValues, Input, Answer> = Omit<
  ActionOptions<Input, Answer>,
  'onStart' | 'onRefused' | 'onFailed'
> & {
  /** A refusal that names its fields is shown at them. */
  form?: UseFormReturn<Values>
  /** The text shown for a refusal instead; `undefined`: none. */
  refused?: (error: Error, input: Input) => Sentences
  /** Closes the dialog after success. */
  onClose?: () => void
}

/**
 * The action of a form, for `FormDialog`. `refusal` has the text about a refusal until the next attempt; `refuse` sets it for another
 * cause, or clears it.
 */
export function useFormAction<Answer, Input = void, Values extends FieldValues = FieldValues>({
  form,
  refused = (error) => (form ? showRefusal(form, error) : sentenceOf(error)),
  onDone,
  onClose,
  ...options
}: FormActionOptions<Values, Input, Answer>) {
  const [refusal, refuse] = useState<Sentences>()
  const action = useAction<Answer, Input>({
    ...options,
    onStart: () => refuse(undefined),
    onDone: (answer, input) => {
      onDone?.(answer, input)
      onClose?.()
    },
    onRefused: (error, input) => refuse(refused(error, input)),
  })
  return { ...action, refusal, refuse }
}
