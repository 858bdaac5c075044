import Type, { type TProperties, type TSchema } from 'typebox'
import { messages } from './messages.ts'
import { MAXIMUM_PAGE_SIZE, TEXT_LIMITS } from './limits.ts'

/** Schema keyword for the message under a refused field; read by the server and by the forms. */
export const MESSAGE = 'x-message'

/** Schema keyword of ids: they are case-insensitive, and converted to lower case before any comparison. */
export const LOWER_CASE = 'x-lower-case'

/** A character that can be stored: PostgreSQL has no NUL, and UTF-8 no half of a surrogate pair. Patterns of JSON Schema read pairs as one. */
export const CHARACTER = '[^\\u0000\\ud800-\\udfff]'

/** Text that may be empty. Each text in a request has this schema, or a pattern that allows no more characters. */
export const text = (maxLength: number, options: object = {}) => Type.String({ maxLength, pattern: `^${CHARACTER}*$`, ...options })

/**
 * Text that is not only white space. The pattern can match in one way only: a second way would make its time quadratic
 * in the length of the text.
 */
export const requiredText = (maxLength: number, message: string, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: `^\\s*[^\\s\\u0000\\ud800-\\udfff]${CHARACTER}*$`, [MESSAGE]: message, ...options })

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
/**
 * The HTML standard's pattern of an address, which browsers check by (`type="email"`), with at most 64 characters before the @ and a dot
 * after it. ASCII only, so that one address has one spelling: browsers write an internationalised domain as `xn--...`.
 */
export const EMAIL_PATTERN = `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+${LABEL}$`

export const Email = Type.String({
  minLength: 1,
  maxLength: TEXT_LIMITS.email,
  pattern: EMAIL_PATTERN,
  [MESSAGE]: messages.emailInvalid,
  examples: ['buyer@example.com'],
})

const SHOWN_PART = '[^\\s@<>"\\u0000\\ud800-\\udfff]+'
/** An address that is only displayed, never compared; it may be internationalised. */
export const SHOWN_EMAIL_PATTERN = `^${SHOWN_PART}@${SHOWN_PART}\\.${SHOWN_PART}$`

/** An object without further fields; a request with an unknown field is refused. */
export const strictObject = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

/** The `size` of a query, clamped to its bounds. */
export const pageSize = (rows: string, usual: number, options: object = {}) =>
  Type.Optional(Type.Integer({ description: `${rows} per page, 1 to ${MAXIMUM_PAGE_SIZE}; ${usual} when nothing is said`, ...options }))

const TIME_PATTERN =
  '^(?!0000|0001-01-01.*\\+|9999-12-31.*-\\d\\d:\\d\\d$)\\d{4}-\\d\\d-\\d\\d[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?' +
  '(?:[Zz]|[+-](?:0\\d|1[0-4]):[0-5]\\d)$'

/**
 * A time that a caller sends, with its zone. `date-time` alone allows what PostgreSQL or a `Date` cannot read: a zone without minutes, the
 * leap second, and years outside of 1 to 9999, by UTC as well.
 */
export const time = (description: string, message: string = messages.timeInvalid) =>
  Type.String({ format: 'date-time', pattern: TIME_PATTERN, description, [MESSAGE]: message })

/** A day of the calendar, 'YYYY-MM-DD', which is no time: it has no zone, and is the same day for every reader. */
export type CalendarDay = string & { readonly length: number; readonly calendarDay?: true }

/** A day of the calendar in an answer. */
export const calendarDay = (options: object = {}) => Type.Unsafe<CalendarDay>(Type.String({ format: 'date', ...options }))

/** A day that a caller sends, 'YYYY-MM-DD'. There is no year 0. */
export const day = (options: object = {}) =>
  calendarDay({ pattern: '^(?!0000)\\d{4}-\\d\\d-\\d\\d$', [MESSAGE]: messages.dayInvalid, ...options })

/** Bounds of a time, each optional: `from` is included, `to` is not. */
export const timeRange = (rows: string, happened: string) => ({
  from: Type.Optional(time(`Only ${rows} ${happened} at this time or later`)),
  to: Type.Optional(time(`Only ${rows} ${happened} before this time`)),
})
export type TimeRange = { from?: string; to?: string }

/** `uuid` alone allows the prefix `urn:uuid:`, which PostgreSQL does not read. */
const ID_PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Public identity of a part, an order, a hold or a review. */
export const Id = Type.String({ format: 'uuid', pattern: `^${ID_PATTERN}$`, [LOWER_CASE]: true })

/** An id with a description, where the field's name does not say what it identifies. */
export const idOf = (description: string) => Type.String({ format: 'uuid', pattern: `^${ID_PATTERN}$`, description, [LOWER_CASE]: true })

/** A page of a list, by its number or by the last row of the previous page: then no row is skipped when others leave the list. */
export const pageOf = (rows: string, usual: number) => ({
  page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })),
  size: pageSize(rows, usual, { default: usual }),
  after: Type.Optional(
    idOf(
      `Instead of \`page\`: ${rows.toLowerCase()} behind the one with this _id, the last of the page before, in the order of the list. ` +
        'Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page',
    ),
  ),
})

/** One or several of some words in a query, separated by commas. */
export const someOf = (words: readonly string[], description: string) => {
  const one = `(?:${words.join('|')})`
  return Type.String({
    pattern: `^${one}(?:,${one}){0,${words.length - 1}}$`,
    description: `${description}, several separated by commas: ${words.join(', ')}`,
    examples: [words[0]],
  })
}

/** Ids in a query, separated by commas. */
export const idList = (most: number, description: string) =>
  Type.String({
    pattern: `^${ID_PATTERN}(?:,${ID_PATTERN}){0,${most - 1}}$`,
    description,
    examples: ['b3a7c1de-5f0e-4a51-9c44-2d6f0a8e71b2'],
    [LOWER_CASE]: true,
  })

export const IdParams = Type.Object({ id: Id })
/** Emails are compared in lower case and percent-decoded. */
export const EmailParams = Type.Object({ email: Email })

/** Turnover of sales. */
export const Turnover = Type.Number({
  minimum: 0,
  description: 'US dollars that were paid for goods, without freight and tax, less what of them was given back',
})

/** Dollars in answers, with at most four decimal places. */
export const Dollars = Type.Number({ minimum: 0, description: 'US dollars' })

/** A field that may be null in requests, because browsers send back answers, which may contain null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The canonical form of an email, which is stored and compared. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase()
