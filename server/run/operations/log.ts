import { pino, type DestinationStream, type Logger } from 'pino'

/** PostgreSQL errors whose message contains the value: invalid data (22), violated constraint (23). */
const MESSAGE_WITH_VALUE = /^2[23][0-9A-Z]{3}$/
const SECRETS: [RegExp, string][] = [
  [/[^\s"'`<>(),;:=]+@[^\s"'`<>(),;]+/g, '(address)'],
  [/\?[^\s"']*/g, '?(query)'],
  // Ids are not secret.
  [/\b(?![0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b)[\w~+-]{32,}/g, '(long)'],
]
/** Never logged, in any line: a second safeguard besides the serializer of errors. */
const KEPT_OUT = new Set([
  'password',
  'newPassword',
  'token',
  'accessToken',
  'key',
  'apiKey',
  'authorization',
  'cookie',
  'secret',
  'clientSecret',
  'email',
  'address',
  'phone',
  'displayName',
  'recipient',
  'body',
  'headers',
  'params',
  'query',
])

/** The shop's log: one JSON object per line, without any text from users. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  // Not pino's own `redact`: for this number of names it takes as long as the rest of a line.
  const options = {
    level,
    serializers: { err: describeError, refused: describeRefusal },
    formatters: { log: (fields: Fields) => keepOut(fields) },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** For `createLog` in development: time, level and sentence of each line, its fields behind them. `file` is a path or a descriptor. */
export const prettyPrinter = (file: string | number = 1) =>
  pino.transport({
    target: 'pino-pretty',
    options: { destination: file, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true },
  })

type Fields = Record<string, unknown>

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

/** What is needed to find the fault, without the values of a statement and without anything like an address or a token. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return clean(String(error))
  return describe(error)
}

/** As an error, without the stack: a refusal is no fault of the shop. */
const describeRefusal = (error: unknown) => (error instanceof Error ? describe(error, false) : clean(String(error)))

function describe(error: Error, hasStack = true): DescribedError {
  const { cause } = error
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
    // The query builder's error has the statement, with placeholders, and all values in its message.
    ...('query' in error && typeof error.query === 'string' ? { statement: error.query } : {}),
    ...(hasStack && error.stack !== undefined && { stack: framesOf(error.stack) }),
    ...(cause instanceof Error && { cause: describe(cause, hasStack) }),
  }
}

function messageOf(error: Error): string {
  if ('query' in error) return 'a statement failed'
  if ('code' in error && MESSAGE_WITH_VALUE.test(String(error.code))) return 'the database refused a value'
  return clean(error.message)
}

/** A stack begins with the message; only the lines of the frames are kept. */
const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

const clean = (text: string) => SECRETS.reduce((left, [pattern, word]) => left.replace(pattern, word), text)
