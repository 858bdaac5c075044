import { TeleforgeError } from './errors.ts'
import type { ErrorAnswer } from './generated/types.ts'
import { backOffMs, delay, retryAfterSeconds } from './wait.ts'

export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

export type ClientOptions = {
  /** Address of the shop, such as `https://parts.example.com`. */
  url: string
  /** An API key; public calls need none. */
  apiKey?: string | undefined
  /** Time for an answer in ms, for each attempt; 30 seconds by default. */
  timeoutMs?: number | undefined
  /** Attempts after the first one; 4 by default. */
  retries?: number | undefined
  /** The longest wait before another attempt in ms; a minute by default. If the shop asks for a longer one, the call fails at once. */
  maxWaitMs?: number | undefined
  /** By default that of the platform. */
  fetch?: typeof fetch | undefined
}

/** Options of one call. */
export type CallOptions = {
  /** Ends the call and its attempts. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /**
   * For calls that take one: a request that is sent again with the same key within a day has no further effect, also from another
   * process. By default a new one for each call, the same for its attempts.
   */
  idempotencyKey?: string | undefined
}

/** What the generated methods send. */
export type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path below /api with its parameters. */
  path: string
  query?: object | undefined
  body?: object | null | undefined
  bytes?: Bytes
  /** Files of a form by the names of their fields. */
  upload?: Record<string, Blob>
  /** Takes an Idempotency-Key. */
  once?: true
  /** A POST that may be sent again without a key. */
  mayRepeat?: true
  /** Answers with a file or a stream: the response as it is. */
  file?: true
}

/** The answer as JSON, or, of a file, the response. */
export type Send = <T>(call: Call, options?: CallOptions) => Promise<T>

const DEFAULTS = { timeoutMs: 30_000, retries: 4, maxWaitMs: 60_000 }
/** Answers of proxies and of a busy shop. */
const PASSING = new Set([502, 503, 504])

/** Sends calls, and sends again what may have failed in passing and does no harm twice. */
export function openSend(client: ClientOptions): Send {
  const root = client.url.replace(/(?:\/api)?\/*$/, '')
  const { timeoutMs, retries, maxWaitMs } = { ...DEFAULTS, ...definedOf(client) }
  const request = client.fetch ?? fetch

  return async <T>(call: Call, options: CallOptions = {}): Promise<T> => {
    const url = `${root}/api${call.path}${queryOf(call.query)}`
    const init = { ...bodyOf(call), method: call.method, redirect: 'error' as const }
    const headers = {
      ...init.headers,
      ...(client.apiKey !== undefined && { authorization: `Bearer ${client.apiKey}` }),
      ...(call.once && { 'idempotency-key': options.idempotencyKey ?? newKey() }),
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptOnce<T>(request, url, { ...init, headers }, call, { timeoutMs, ...definedOf(options) })
      } catch (error) {
        if (!(error instanceof TeleforgeError) || attempt >= retries || !mayTryAgain(call, error)) throw error
        const waitMs = error.retryAfterSeconds === undefined ? backOffMs(attempt) : error.retryAfterSeconds * 1_000
        if (waitMs > maxWaitMs) throw error
        await delay(waitMs, options.signal)
      }
    }
  }
}

/** The shop refuses with 429 before a call has an effect. After other failures the call may have been carried out. */
function mayTryAgain({ method, once, mayRepeat }: Call, { code, status }: TeleforgeError): boolean {
  if (status === 429) return true
  if (method === 'POST' && !once && !mayRepeat) return false
  return code === 'NETWORK_FAILED' || code === 'TIMED_OUT' || PASSING.has(status)
}

/** @throws TeleforgeError; the reason of `signal` when it aborts. */
async function attemptOnce<T>(
  request: typeof fetch,
  url: string,
  init: RequestInit,
  call: Call,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs: number },
): Promise<T> {
  signal?.throwIfAborted()
  const stop = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop.abort()
  }, timeoutMs)
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  try {
    const response = await request(url, { ...init, signal: both })
    if (!response.ok) throw await refusalOf(response)
    // A file is read by the caller in their own time.
    if (call.file) return response as T
    const text = await response.text()
    return readJson<T>(text, response.status)
  } catch (error) {
    if (error instanceof TeleforgeError) throw error
    signal?.throwIfAborted()
    if (timedOut) throw new TeleforgeError('TIMED_OUT', `The shop did not answer within ${timeoutMs} ms.`, { cause: error })
    throw new TeleforgeError('NETWORK_FAILED', 'The shop cannot be reached.', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function refusalOf(response: Response): Promise<TeleforgeError> {
  const { status } = response
  const seconds = retryAfterSeconds(response.headers.get('retry-after'))
  const text = await response.text()
  const answer = parse(text) as Partial<ErrorAnswer> | undefined
  if (typeof answer?.code === 'string' && typeof answer.message === 'string') {
    return new TeleforgeError(answer.code, answer.message, { status, answer: answer as ErrorAnswer, retryAfterSeconds: seconds })
  }
  return new TeleforgeError('ANSWER_UNREADABLE', `The answer ${status} is not the shop's.`, { status, retryAfterSeconds: seconds })
}

function readJson<T>(text: string, status: number): T {
  const answer = parse(text)
  if (answer === undefined) throw new TeleforgeError('ANSWER_UNREADABLE', "The answer is not the shop's.", { status })
  return answer as T
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function bodyOf({ body, bytes, upload }: Call): { body?: NonNullable<RequestInit['body']>; headers?: Record<string, string> } {
  if (bytes) return { body: bytes, headers: { 'content-type': 'application/octet-stream' } }
  if (upload) {
    const form = new FormData()
    for (const [field, file] of Object.entries(upload)) form.append(field, file)
    return { body: form }
  }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** Options that are given as undefined keep their defaults. */
const definedOf = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

/** `crypto.randomUUID` is missing in pages without https. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
