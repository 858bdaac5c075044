import Type, { type TSchema } from 'typebox'
import { messages } from './messages.ts'
import { TEXT_LIMITS } from './limits.ts'

/** Sentence shown under a field whose value a schema refuses; read by the server and by the forms. */
export const MESSAGE = 'x-message'

/** Text that may be empty. PostgreSQL keeps no NUL character, so none is let in. */
export const text = (maxLength: number, options: object = {}) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/**
 * Text with something besides white space in it. The pattern finds one way to match or none, because it is tried on
 * texts of any length: a second way to divide the text would cost its length squared.
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

/** Public identity of a part, an order, a hold or a review. */
export const Id = Type.String({ format: 'uuid' })

export const IdParams = Type.Object({ id: Id })
/** Emails are compared in lower case and percent-decoded. */
export const EmailParams = Type.Object({ email: Email })

/** Dollars in answers: at most four decimal places. */
export const Dollars = Type.Number({ minimum: 0, description: 'US dollars' })

/** A field that may also be null in what a browser sends back, because it once came as null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Email in the one form that is stored and compared. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase()

