import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { messages } from '#contract/messages.ts'
import { ApiError, NetworkError } from '#app/api-error.ts'

/**
 * Puts the server's sentences under the fields they are about and the focus on the first of them.
 * @returns the sentence that belongs to no field of the form; undefined when every one has found its place.
 */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  fields: Record<string, Path<Values>>,
  setError: UseFormSetError<Values>,
): string | undefined {
  const named = error instanceof ApiError ? (error.fields ?? []) : []
  const placed = named.flatMap(({ field, message }) => {
    const place = fields[field]
    return place ? [{ place, message }] : []
  })
  placed.forEach(({ place, message }, index) => setError(place, { type: 'server', message }, { shouldFocus: index === 0 }))
  return placed.length > 0 ? undefined : sentenceOf(error)
}

/** What to tell about an error: the sentence that came with it; one of the browser's own tells a customer nothing. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : messages.tryAgainLater
}
