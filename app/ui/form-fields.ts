import { get, type FieldError, type FieldValues, type Path, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { messages } from '#contract/basics/messages.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'

/** The props that connect a field of `app/ui/field.tsx` with a form: `<TextField {...field('phone', rules)} label=... />`. */
export function fieldsOf<Values extends FieldValues>({ register, formState: { errors } }: UseFormReturn<Values>) {
  return <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => {
    const problem: FieldError | undefined = get(errors, name)
    return { ...register(name, rules), error: problem?.message }
  }
}

/** The rules of a text that is not blank, with at most `limit` characters. */
export const filled = (message: string, limit = Infinity) => ({
  validate: (text: string) => text.trim() !== '' || message,
  maxLength: { value: limit, message: messages.tooLong(limit) },
})

/**
 * Shows the messages of a refusal under the fields that it names, and focuses the first of them.
 * @param renamed names in the form of fields that the call names otherwise.
 * @returns the message if no field of the form is named; otherwise undefined.
 */
export function showRefusal<Values extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  renamed: Record<string, Path<Values>> = {},
): string | undefined {
  const values = getValues()
  const isField = (name: string): name is Path<Values> => get(values, name) !== undefined
  const named = error instanceof ApiError ? (error.fields ?? []) : []
  const placed = named.flatMap(({ field, message }) => {
    const name = renamed[field] ?? field
    return isField(name) ? [{ name, message }] : []
  })
  placed.forEach(({ name, message }, index) => setError(name, { type: 'server', message }, { shouldFocus: index === 0 }))
  return placed.length > 0 ? undefined : sentenceOf(error)
}
