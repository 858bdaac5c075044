import { pino, type DestinationStream, type Logger } from 'pino'

/** Messages of PostgreSQL that repeat the value which they are about: wrong data (22), broken rule (23). */
const MESSAGE_WITH_VALUE = /^2[23][0-9A-Z]{3}$/
const SECRETS: [RegExp, string][] = [
  [/[^\s"'`<>(),;:=]+@[^\s"'`<>(),;]+/g, '(address)'],
  [/\?[^\s"']*/g, '?(query)'],
  // Ids are no secrets.
  [/\b(?![0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b)[\w~+-]{32,}/g, '(long)'],
]
/** Never written, whatever line names them: the second net below the serializer of errors. */
const KEPT_OUT = new Set([
  'password', 'newPassword', 'token', 'accessToken', 'key', 'apiKey', 'authorization', 'cookie', 'secret', 'clientSecret',
  'email', 'address', 'phone', 'displayName', 'recipient', 'body', 'headers', 'params', 'query',
])

/** The shop's log: JSON, one line for each thing, without anything that a person typed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  // Not pino's own `redact`: for so many names it takes as long as everything else of a line together.
  const options = { level, serializers: { err: describeError }, formatters: { log: (fields: Fields) => keepOut(fields) } }
  return destination ? pino(options, destination) : pino(options)
}

type Fields = Record<string, unknown>

/** Looks at a line's fields and at theirs. */
function keepOut(fields: Fields, depth = 0): Fields {
  let clean = fields
  for (const name in fields) {
    const value = fields[name]
    const allowed = KEPT_OUT.has(name) ? '(kept out)' : depth === 0 && isPlain(value) ? keepOut(value, 1) : value
    if (allowed === value) continue
    if (clean === fields) clean = { ...fields }
    clean[name] = allowed
  }
  return clean
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

type DescribedError = {
  type: string
  message: string
  code?: string
  constraint?: string
  statement?: string
  stack?: string
  cause?: DescribedError
}

/** What is needed to find the fault. Values of a statement, and what looks like an address or a token, are left out. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return clean(String(error))
  return describe(error)
}

function describe(error: Error): DescribedError {
  const { cause } = error
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
    // The query builder's error holds the statement, with numbers in the place of values, and all values in its message.
    ...('query' in error && typeof error.query === 'string' ? { statement: error.query } : {}),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack) }),
    ...(cause instanceof Error ? { cause: describe(cause) } : {}),
  }
}

function messageOf(error: Error): string {
  if ('query' in error) return 'a statement failed'
  if ('code' in error && MESSAGE_WITH_VALUE.test(String(error.code))) return 'the database refused a value'
  return clean(error.message)
}

/** A stack begins with the message; only the lines that name a place follow here. */
const framesOf = (stack: string) => stack.split('\n').filter((line) => /^\s+at /.test(line)).join('\n')

const clean = (text: string) => SECRETS.reduce((left, [pattern, word]) => left.replace(pattern, word), text)
