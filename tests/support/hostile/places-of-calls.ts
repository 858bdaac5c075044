import type { Call } from '#contract/basics/call.ts'
import { exampleOf } from '#server/platform/http/example-of.ts'
import type { Customer, TestShop } from '../shops/open-shop.ts'

type Schema = NonNullable<Parameters<typeof exampleOf>[0]> & {
  pattern?: string
  anyOf?: Schema[]
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

/** Text fields of a call to be tested. */
export type IsMeant = (schema: Schema) => boolean

/** One text field of a call: `field` is its name in a refusal, `fill` returns a request that is valid except for the text in it. */
export type Place = { part: 'params' | 'query' | 'body'; field: string; fill: (text: string) => unknown }

const parts = ['params', 'query', 'body'] as const

/** Every text field of a call: in its path, in its query, and anywhere in its body. */
export const placesOf = (call: Call, isMeant: IsMeant): Place[] =>
  parts.flatMap((part) => {
    const schema = call[part] as Schema | undefined
    return schema ? placesIn(schema, isMeant).map((place) => ({ part, ...place })) : []
  })

function placesIn(schema: Schema, isMeant: IsMeant): Omit<Place, 'part'>[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => placesIn(one, isMeant))
  if (schema.type === 'string') return schema.enum || !isMeant(schema) ? [] : [{ field: '', fill: (text) => text }]
  if (schema.type === 'array')
    return schema.items
      ? placesIn(schema.items, isMeant).map(({ field, fill }) => ({
          field: below('0', field),
          fill: (text) => Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () => fill(text)),
        }))
      : []
  const named = { ...schema.properties, ...(schema.patternProperties && { key: Object.values(schema.patternProperties)[0]! }) }
  return Object.entries(named).flatMap(([name, property]) =>
    placesIn(property, isMeant).map(({ field, fill }) => ({
      field: below(name, field),
      fill: (text) => ({ ...(exampleOf(schema, { all: true }) as object), [name]: fill(text) }),
    })),
  )
}

const below = (name: string, field: string) => (field === '' ? name : `${name}.${field}`)

/** Makes the call with this text in this field, and otherwise with the API document's examples. */
export function callWith({ app }: Pick<TestShop, 'app'>, { token, email }: Customer, call: Call, place: Place, text: string) {
  const filled = (part: Place['part']) =>
    (part === place.part ? place.fill(text) : call[part] ? exampleOf(call[part] as Schema, { all: true }) : {}) as Record<string, unknown>
  // An admin may read everyone's, but only change their own profile.
  const params: Record<string, unknown> = { ...filled('params'), ...(call.policy === 'self' && { email }) }
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams(Object.entries(filled('query')).map(([name, value]) => [name, String(value)]))
  return app.inject({
    method: call.method,
    url: `/api${path}?${query}`,
    headers: { authorization: `Bearer ${token}`, ...(call.takesBytes && { 'content-type': 'application/octet-stream' }) },
    ...(call.takesBytes ? { payload: Buffer.from('x') } : call.body && { payload: filled('body') as object }),
  })
}
