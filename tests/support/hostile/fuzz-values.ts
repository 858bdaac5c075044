import fc, { type Arbitrary } from 'fast-check'

/** Properties of a call's schema that the generator reads. */
export type ValueSchema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly ValueSchema[]
  properties?: Record<string, ValueSchema>
  required?: readonly string[]
  items?: ValueSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  format?: string
}

/** Values that exist in the shop, by the name of the property or parameter that can hold them. */
export type KnownValues = Record<string, readonly string[]>

/** A number that JSON can write and no computer can represent; `toJson` writes it. */
const ENDLESS_NUMBER = '\u{f0000}endless\u{f0000}'

const zalgo = 'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349a\u0363\u0332\u0356lgo'

/** Texts that may break some layer: NUL, half surrogates, direction marks, names of built-in objects. */
export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\udc00\ud800',
  '\u202egnirts\u202c',
  '\u2066\u2069',
  zalgo,
  '\ufeff',
  '\u2028\u2029',
  '\u0085',
  '\ufffe\uffff',
  '📺',
  '👩‍👩‍👧‍👦'.repeat(20),
  '電視零件',
  'ß'.repeat(200),
  '\u0130i\u0131I',
  '%',
  '%00',
  '%zz',
  '_',
  "'",
  '"',
  '\\',
  "';--",
  '$1',
  '${1}',
  '{{1}}',
  '\r\nX: y',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '١٢٣',
  '１０００',
  'true',
  '[]',
  'a'.repeat(5_000),
  '📺'.repeat(2_000),
]

const oddNumbers = [0, -0, -1, 0.1, 0.5, 999, 1_000, 1_000.5, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e21, 1e308, -1e308, 5e-324]

/** A value of an unexpected type. */
const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, ENDLESS_NUMBER, nested(60)),
  fc.constantFrom<unknown>(...oddNumbers),
  fc.constantFrom<unknown>(...oddTexts),
  fc.jsonValue({ maxDepth: 3 }),
)

function nested(depth: number): unknown {
  return depth === 0 ? {} : { a: [nested(depth - 1)] }
}

/** Values that fit the schema, or nearly all do. `name` is that of the property, for what the shop knows already. */
export function valuesOf(schema: ValueSchema, known: KnownValues, name = ''): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, known, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, known)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      })
    case 'string':
      return textsOf(schema, known[name])
    case 'integer':
      return orKnown(numbersIn(schema, known[name]), numbersOf(schema, 1))
    case 'number':
      return schema.multipleOf
        ? numbersOf(schema, schema.multipleOf)
        : orKnown(numbersIn(schema, known[name]), fc.oneof(numbersOf(schema, 1), amountsOf(schema)))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Half of them with few of the optional properties: all at once, they seldom go together. */
function objectsOf({ properties = {}, required = [] }: ValueSchema, known: KnownValues): Arbitrary<unknown> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, known, name)]))
  const requiredKeys = required.filter((name) => name in properties)
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const few = fc
    .subarray(optional, { maxLength: Math.min(2, optional.length) })
    .chain((kept) => fc.record(Object.fromEntries([...requiredKeys, ...kept].map((name) => [name, values[name]!]))))
  return fc.oneof(fc.record(values, { requiredKeys }), few)
}

function textsOf({ minLength = 0, maxLength = 40, format }: ValueSchema, known: readonly string[] = []): Arbitrary<string> {
  const unknown = format === 'uuid' ? fc.uuid() : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
  return orKnown(known, unknown)
}

const orKnown = <T>(known: readonly T[], unknown: Arbitrary<T>): Arbitrary<T> =>
  known.length === 0 ? unknown : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: unknown })

const numbersIn = ({ minimum = -Infinity, maximum = Infinity }: ValueSchema, known: readonly string[] = []) =>
  known.map(Number).filter((number) => number >= minimum && number <= maximum)

function numbersOf({ minimum = -1e9, maximum = 1e9 }: ValueSchema, step: number): Arbitrary<number> {
  const [first, last] = [Math.ceil(minimum / step), Math.min(Math.floor(maximum / step), 2 ** 31)]
  const small = fc.integer({ min: first, max: Math.min(first + 5_000, last) })
  return fc.oneof(small, fc.integer({ min: first, max: last })).map((steps) => steps * step)
}

const amountsOf = ({ minimum = 0, maximum = 1e13 }: ValueSchema) => fc.double({ min: minimum, max: maximum, noNaN: true })

/** Values of the schema with one place changed or removed, or with an unknown one added. */
export function nearly(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const oddKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'role', 'paid', 'shipped', '_id', 'x', '', '\u0000', '$where')
  return fc.tuple(values, fc.nat(), oddValue, oddKey, fc.constantFrom('change', 'remove', 'add')).map(([value, place, odd, key, what]) => {
    const changed: unknown = structuredClone(value)
    const holders = holdersIn(changed)
    const holder = holders[place % Math.max(holders.length, 1)]
    if (!holder) return odd
    const names = Object.keys(holder)
    const name = names[place % Math.max(names.length, 1)]
    if (what === 'add' || name === undefined) define(holder, key, odd)
    else if (what === 'remove') delete holder[name]
    else define(holder, name, odd)
    return changed
  })
}

/** Also for '__proto__', which an assignment would take for something else. */
const define = (holder: Record<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })

function holdersIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holdersIn)]
}

/** The value as a body, in any form that JSON allows, also one that no JSON writer produces. */
export function toJson(value: unknown, repeatsKeys = false): string {
  const text = (JSON.stringify(value) ?? '').replaceAll(JSON.stringify(ENDLESS_NUMBER), '1e309')
  return repeatsKeys && text.startsWith('{"') ? `${text.slice(0, -1)},${text.slice(1)}` : text
}

/** No request of the shop looks like it. */
export const wildBodies: Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'true',
    '0',
    '""',
    '[]',
    '{}',
    '{',
    '}',
    '{"a"',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '\ufeff{}',
    '{}{}',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"\\u005f_proto__":1}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"a":"\u0001"}',
    'NaN',
    'Infinity',
    '-',
    '1e309',
    '{"a":1e309}',
    '// {}',
    '<xml/>',
    'a=b&c=d',
    '\u0000',
  ),
)

/** Bodies that are large or deep in one way each; generated at each use, because together they are many megabytes. */
export const boulders: Record<string, () => string> = {
  '20 MB of one text': () => JSON.stringify({ message: 'a'.repeat(20_000_000) }),
  '250 kB of text that ends in NUL': () => JSON.stringify(inFields(`${'a'.repeat(80_000)}\u0000`)),
  '250 kB of white space': () => JSON.stringify(inFields(' '.repeat(80_000))),
  'lists, 100,000 deep': () => '['.repeat(100_000) + ']'.repeat(100_000),
  'objects, 40,000 deep': () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  'a list, 100,000 deep, in a field': () => `{"userInfo":{"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
  'objects, 30,000 deep, around __proto__': () => `${'{"a":'.repeat(30_000)}{"__proto__":1}${'}'.repeat(30_000)}`,
  '20,000 unknown keys': () => `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  'one key 25,000 times': () => `{${Array.from({ length: 25_000 }, () => '"email":1').join(',')}}`,
  '120,000 numbers': () => `[${'1,'.repeat(120_000)}1]`,
  'a number of 200,000 digits': () => `{"totalPrice":${'9'.repeat(200_000)}}`,
  'a fraction of 200,000 digits': () => `{"price":0.${'9'.repeat(200_000)}}`,
  'an opened text without end': () => `{"a":"${'a'.repeat(200_000)}`,
  'escapes without end': () => `{"a":"${'\\u0041'.repeat(40_000)}"}`,
}

/** The same text in fields of which most forms have one; in more of them the body would be too large to be read. */
const inFields = (text: string) => ({ name: text, review: text, address: text })
