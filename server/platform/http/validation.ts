import { Ajv, type ErrorObject, type Options, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchema } from 'fastify'
import type { FieldError } from '#contract/basics/errors.ts'
import { LOWER_CASE, MESSAGE } from '#contract/basics/fields.ts'
import { messages } from '#contract/basics/messages.ts'

/** In bodies no type is coerced, and unknown fields are refused. */
const bodies = createAjv({ coerceTypes: false, removeAdditional: false, allErrors: true })
/** Stops at the first error: a body of megabytes can contain millions. */
const largeBodies = createAjv({ coerceTypes: false, removeAdditional: false })
/** URLs contain only text: '9' becomes 9. */
const addresses = createAjv({ coerceTypes: true, removeAdditional: false })

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ useDefaults: true, verbose: true, multipleOfPrecision: 6, ...options })
  addFormats.default(ajv, ['uuid', 'date', 'date-time'])
  ajv.addVocabulary([MESSAGE, 'x-limits'])
  ajv.addKeyword({ keyword: LOWER_CASE, type: 'string', modifying: true, errors: false, validate: takeInLowerCase })
  return ajv
}

function takeInLowerCase(...[, text, , place]: Parameters<SchemaValidateFunction>): boolean {
  if (place) place.parentData[place.parentDataProperty] = (text as string).toLowerCase()
  return true
}

export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodies.compile(schema as object) : finite(schema as AddressSchema)

type AddressSchema = { properties?: Record<string, { type?: string }> }

/** '1e309' parses as Infinity, which no bound refuses; it becomes the largest finite number. */
function finite(schema: AddressSchema): ValidateFunction {
  const validate = addresses.compile(schema)
  const numbers = Object.entries(schema.properties ?? {}).filter(([, { type }]) => type === 'integer' || type === 'number')
  const check = (data: Record<string, unknown>) => {
    for (const [name] of numbers) {
      const number = Number(data[name])
      if (Math.abs(number) === Infinity) data[name] = String(Math.sign(number) * Number.MAX_VALUE)
    }
    const isValid = validate(data)
    check.errors = validate.errors
    return isValid
  }
  check.errors = validate.errors
  return check as unknown as ValidateFunction
}

/** For calls with long bodies: reports one field at a time. */
export const compileLargeValidator: FastifySchemaCompiler<FastifySchema> = (part) =>
  part.httpPart === 'body' ? largeBodies.compile(part.schema as object) : compileValidator(part)

/** Maximum number of reported fields: more than any form has, so that the answer does not grow with the body. */
const MAX_FIELDS = 50

/** One sentence for each refused field, the contract's own if it has one; for at most `MAX_FIELDS` fields. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const sentences = new Map<string, { message: string; own: boolean }>()
  for (const error of errors) {
    const field = fieldOf(error)
    const known = sentences.get(field)
    if (!known && sentences.size === MAX_FIELDS) continue
    const own = ownSentence(error)
    if (!known || (own && !known.own)) {
      sentences.set(field, { message: own ?? generalSentence(error, field), own: own !== undefined })
    }
  }
  return Array.from(sentences, ([field, { message }]) => ({ field, message }))
}

/** Such as 'orderItem.phone'; for a missing or unknown property, the property itself. */
function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') path.push(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') path.push(error.params.additionalProperty)
  return path.join('.') || 'body'
}

function ownSentence(error: ErrorObject): string | undefined {
  if (error.keyword === 'maxLength') return messages.tooLong(error.params.limit)
  const parent = error.parentSchema as { properties?: Record<string, Record<string, unknown>> } & Record<string, unknown>
  const schema = error.keyword === 'required' ? parent.properties?.[error.params.missingProperty] : parent
  const sentence = error.keyword === 'additionalProperties' ? undefined : schema?.[MESSAGE]
  return typeof sentence === 'string' ? sentence : undefined
}

function generalSentence(error: ErrorObject, field: string): string {
  if (error.keyword === 'additionalProperties') return messages.unknownField(field)
  if (error.keyword === 'required') return `${field} is required`
  if (error.keyword === 'pattern') return `${field} is not valid`
  return `${field} ${error.message ?? 'is not valid'}`
}
