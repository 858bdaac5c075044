import { isDeepStrictEqual } from 'node:util'
import { partFactMessages } from '#contract/parts/part-facts.ts'
import { invalidField } from '../errors.ts'

/**
 * The value of a field after an edit in a form that showed it as `seen`: the typed one if it was edited, else the current one.
 * @throws ShopError INVALID_INPUT at the field when it was edited here and changed concurrently.
 */
export function merged<T>(field: string, { seen, typed, now }: { seen: T; typed: T; now: T }): T {
  if (isDeepStrictEqual(typed, seen) || isDeepStrictEqual(typed, now)) return now
  if (!isDeepStrictEqual(now, seen)) throw invalidField(field, partFactMessages.changedMeanwhile)
  return typed
}

/** The same of all fields of a form. */
export const mergedFields = <T extends object>(now: T, { seen, typed }: { seen: T; typed: T }): T =>
  Object.fromEntries(
    Object.entries(now).map(([field, value]) => {
      const name = field as keyof T
      return [field, merged<unknown>(field, { seen: seen[name], typed: typed[name], now: value })]
    }),
  ) as T
