/** What an example needs of a schema. */
type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: Schema[]
  examples?: readonly unknown[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
}

const ID = 'b3a7c1de-5f0e-4a51-9c44-2d6f0a8e71b2'
const TIME = '2026-11-25T08:00:00.000Z'

const byFormat: Record<string, string> = { uuid: ID, 'date-time': TIME, date: '2026-11-25', email: 'buyer@example.com' }

/** Values by the name of their property: examples in the contract would be loaded by browsers. */
const byName: Record<string, unknown> = {
  _id: ID,
  address: 'Dock Road 1, 20457 Hamburg',
  available: 12_000,
  city: 'Hamburg',
  company: '',
  country: 'DE',
  description: 'A driver board for 55 inch panels',
  displayName: 'Ann Buyer',
  img: '/images/4f1c.webp',
  leadDays: 15,
  name: 'Ann Buyer',
  newPassword: 'Soldering-Iron-8',
  orderQuantity: 2_000,
  password: 'Soldering-Iron-8',
  partNumber: 'TCB-5512-4K',
  'part name': 'T-Con board 55 inch 4K',
  phone: '+49 30 1234567',
  postalCode: '20457',
  price: 2.5,
  quantity: 2_000,
  reference: 'PO-4711',
  street: 'Dock Road 1',
  text: 'TCB-5512-4K',
  url: 'https://buyer.example.com/hooks',
}

/**
 * A value that fits the schema, the same each time: an example of the schema, or one made of its type, format and name. Of the
 * optional properties it has those that `all` asks for.
 */
export function exampleOf(schema: Schema, { name = '', all = false } = {}): unknown {
  const { examples, anyOf } = schema
  if (examples && examples.length > 0) return examples[0]
  if (anyOf) return exampleOf(anyOf.find(({ type }) => type !== 'null') ?? anyOf[0]!, { name, all })
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, all)
    case 'array':
      return all || schema.minItems ? Array.from({ length: schema.minItems || 1 }, () => exampleOf(schema.items ?? {}, { name, all })) : []
    case 'string':
      return exampleOfText(schema, name)
    case 'integer':
    case 'number':
      return exampleOfNumber(schema, name)
    case 'boolean':
      return false
    default:
      return null
  }
}

function exampleOfObject({ properties = {}, required = [] }: Schema, all: boolean): object {
  const isPart = 'partNumber' in properties
  const shown = Object.entries(properties).filter(([key, property]) => all || required.includes(key) || property.examples)
  return Object.fromEntries(
    shown.map(([key, property]) => [key, exampleOf(property, { name: isPart && key === 'name' ? 'part name' : key, all })]),
  )
}

function exampleOfText({ format, minLength = 0 }: Schema, name: string): string {
  const known = byFormat[format ?? ''] ?? byName[name]
  if (typeof known === 'string' && (known !== '' || minLength === 0)) return known
  return minLength > 6 ? 'a'.repeat(minLength) : 'text'
}

function exampleOfNumber({ type, minimum = 0, maximum = Infinity }: Schema, name: string): number {
  const known = byName[name]
  const value = typeof known === 'number' ? known : type === 'integer' ? 1 : 2.5
  return Math.min(Math.max(value, minimum), maximum)
}
