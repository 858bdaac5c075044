import type Stripe from 'stripe'
import { listAnswer } from './stripe-answers.ts'

/** Form fields in Stripe's notation: `metadata[order_id]`. */
export type Params = Record<string, string>

/** The metadata among the fields of a form: `metadata[order_id]`. */
export const metadataIn = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    }),
  )

/** Whether an entry belongs into a list: of one payment, or opened since then. */
export const isMeantBy =
  (params: Params) =>
  ({ intentId, created }: { intentId: string; created: number }) =>
    intentId === (params['payment_intent'] ?? intentId) && created >= Number(params['created[gte]'] ?? 0)

/** One page of a list, by the form's parameters. */
export function page<T extends { id: string }>(path: string, params: Params, all: T[]): Stripe.ApiList<T> {
  const start = all.findIndex(({ id }) => id === params['starting_after']) + 1
  const data = all.slice(start, start + Number(params['limit'] ?? 10))
  return listAnswer(path, data, start + data.length < all.length)
}
