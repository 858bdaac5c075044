import type { TSchema } from 'typebox'

/** The parts of a schema that its type follows from. */
type Schema = {
  '~kind'?: string
  '~optional'?: boolean
  description?: string
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  patternProperties?: Record<string, Schema>
}

/** Values of a list of values that are written out. */
const MOST_VALUES = 40

/** Names of the schemas that the contract exports, which of them were used, and which of these programs send. */
export type Names = { nameOf: (schema: TSchema) => string | undefined; used: Set<string>; sent: Set<string> }

/**
 * Remembers each exported schema of objects by its own identity, and by its content for copies such as optional fields.
 * Of equal ones the first counts.
 */
export function namesOf(exported: readonly (readonly [name: string, schema: TSchema])[]): Names {
  const byIdentity = new Map<TSchema, string>()
  const byContent = new Map<string, string>()
  for (const [name, schema] of exported) {
    if (!byIdentity.has(schema)) byIdentity.set(schema, name)
    const content = JSON.stringify(schema)
    if (!byContent.has(content)) byContent.set(content, name)
  }
  return { nameOf: (schema) => byIdentity.get(schema) ?? byContent.get(JSON.stringify(schema)), used: new Set(), sent: new Set() }
}

export const isOptional = (schema: TSchema): boolean => (schema as Schema)['~optional'] === true

/**
 * The TypeScript type of a schema; exported schemas by name, unless `whole`. Optional fields of what is `sent` may be undefined, for programs
 * with `exactOptionalPropertyTypes`; in an answer they never are.
 * @throws Error for a kind of schema that it does not know.
 */
export function typeOf(schema: TSchema, names: Names, { whole = false, indent = '', sent = false } = {}): string {
  const name = whole ? undefined : names.nameOf(schema)
  if (name !== undefined) {
    names.used.add(name)
    if (sent) names.sent.add(name)
    return name
  }
  const facts = schema as Schema
  const inner = (part: Schema) => typeOf(part as TSchema, names, { indent, sent })
  switch (facts['~kind']) {
    case 'String':
      return 'string'
    case 'Number':
    case 'Integer':
      return 'number'
    case 'Boolean':
      return 'boolean'
    case 'Null':
      return 'null'
    case 'Unknown':
      return 'unknown'
    case 'Literal':
      return literal(facts.const)
    case 'Enum':
      // Such as the codes of all countries.
      return facts.enum!.length > MOST_VALUES ? 'string' : [...new Set(facts.enum!.map(literal))].join(' | ')
    case 'Union':
      return [...new Set(facts.anyOf!.map(inner))].join(' | ')
    case 'Array':
      return arrayOf(inner(facts.items!))
    case 'Record':
      return `Record<string, ${Object.values(facts.patternProperties!).map(inner).join(' | ')}>`
    case 'Object':
      return objectOf(facts, names, { indent, sent })
    default:
      throw new Error(`The client has no type for a schema of the kind ${String(facts['~kind'])}`)
  }
}

function objectOf({ properties = {} }: Schema, names: Names, { indent, sent }: { indent: string; sent: boolean }): string {
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^[\w$]+$/.test(name) ? name : literal(name)
    const type = typeOf(field as TSchema, names, { indent: deeper, sent })
    const isLeftOut = field['~optional'] === true
    return `${commentOf(field.description, deeper)}${deeper}${key}${isLeftOut ? '?' : ''}: ${type}${isLeftOut && sent ? ' | undefined' : ''}`
  })
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('\n')}\n${indent}}`
}

/** A documentation comment with its line break; '' without a text. */
export const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'` : String(value)
const arrayOf = (item: string): string =>
  /^[\w.]+$/.test(item) || (item.startsWith('{') && !item.includes('} | ')) ? `${item}[]` : `(${item})[]`
