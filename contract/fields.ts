import Type, { type TProperties, type TSchema } from 'typebox'
import { messages } from './messages.ts'
import { MAXIMUM_PAGE_SIZE, TEXT_LIMITS } from './limits.ts'

/** Schema keyword for the message under a refused field; read by the server and by the forms. */
export const MESSAGE = 'x-message'

/** Text that may be empty. PostgreSQL cannot store NUL, so it is refused. */
export const text = (maxLength: number, options: object = {}) => Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/**
 * Text that is not only white space. The pattern can match in one way only: a second way would make its time quadratic
 * in the length of the text.
 */
export const requiredText = (maxLength: number, message: string, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$', [MESSAGE]: message, ...options })

/** Local part without stray dots, @, and a host name with an alphabetic last label; ASCII only, so that one address has one spelling. */
export const EMAIL_PATTERN =
  "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+.-]{0,63}[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$"

export const Email = Type.String({
  minLength: 1,
  maxLength: TEXT_LIMITS.email,
  pattern: EMAIL_PATTERN,
  [MESSAGE]: messages.emailInvalid,
  examples: ['buyer@example.com'],
})

/** An object without further fields; a request with an unknown field is refused. */
export const strictObject = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

/** The `size` of a query, clamped to its bounds. */
export const pageSize = (rows: string, usual: number) =>
  Type.Optional(Type.Integer({ description: `${rows} per page, 1 to ${MAXIMUM_PAGE_SIZE}; ${usual} when nothing is said` }))

/** Bounds of a time, each optional: `from` belongs to it, `to` no longer. */
export const timeRange = (rows: string, happened: string) => ({
  from: Type.Optional(Type.String({ format: 'date-time', description: `Only ${rows} ${happened} at this time or later` })),
  to: Type.Optional(Type.String({ format: 'date-time', description: `Only ${rows} ${happened} before this time` })),
})
export type TimeRange = { from?: string; to?: string }

/** Public identity of a part, an order, a hold or a review. */
export const Id = Type.String({ format: 'uuid' })

export const IdParams = Type.Object({ id: Id })
/** Emails are compared in lower case and percent-decoded. */
export const EmailParams = Type.Object({ email: Email })

/** Dollars in answers, with at most four decimal places. */
export const Dollars = Type.Number({ minimum: 0, description: 'US dollars' })

/** A field that may be null in what a browser sends back, because answers may contain null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The canonical form of an email, which is stored and compared. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase()
