import type { Call, CallBody, CallParams, CallQuery, CallResponse } from '#contract/call.ts'
import type { ErrorAnswer } from '#contract/errors.ts'
import type { identityCalls } from '#contract/identity.ts'
import type { imageCalls } from '#contract/images.ts'
import { ACCESS_TOKEN_MINUTES, SESSION } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { userCalls } from '#contract/users.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { announceKeeper } from '#app/identity/keeper-arrival.ts'
import { SessionKeeper } from '#app/identity/session-keeper.ts'

/** The server refused: its code, its sentence, the fields it named, and the figures as they are now. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorAnswer['code']
  readonly fields: ErrorAnswer['fields']
  readonly current: ErrorAnswer['current']
  /** Names the request in the server's log. */
  readonly requestId: string | undefined

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = status
    this.code = answer.code
    this.fields = answer.fields
    this.current = answer.current
    this.requestId = answer.requestId
  }
}

/** Nothing came back, or too late, or only half of it. Whether the call took effect is not known. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(messages.networkFailed, { cause })
    this.name = 'NetworkError'
  }
}

/** What of a call the browser needs to send it; the schemas stay with the server. */
type Address<C extends Call> = Pick<C, 'method' | 'path' | 'policy'>

type Needed<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : object extends T ? { [P in K]?: T } : { [P in K]: T }

/** What goes with a call: params, query and body as its schemas say, and how it is sent. */
export type CallRequest<C extends Call> = Needed<'params', CallParams<C>> &
  Needed<'query', CallQuery<C>> &
  Needed<'body', CallBody<C>> & { headers?: HeadersInit; signal?: AbortSignal; keepalive?: boolean }

/** The request as an argument; left out where a call needs nothing. */
export type RequestArguments<C extends Call> = object extends CallRequest<C>
  ? [request?: CallRequest<C>]
  : [request: CallRequest<C>]

/** A request whose parts have been held against its call's types already. */
export type Sent = {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: HeadersInit | undefined
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/**
 * Makes one call of the contract, with the access token as Bearer unless an Authorization header is set already.
 * A token that counts as expired is renewed first; one that the server refuses is renewed and the call made once more.
 * @throws ApiError when the server refuses, NetworkError when no answer comes in time, the signal's reason when aborted.
 */
export function callApi<C extends Call>(call: C, ...[request]: RequestArguments<C>): Promise<CallResponse<C>> {
  return sendCall(call, request ?? {})
}

/** `callApi` for those who build requests for any call; what they send is not checked against the call. */
export function sendCall<C extends Call>(call: C, sent: Sent): Promise<CallResponse<C>> {
  return withToken(call, new Headers(sent.headers), async (headers) => {
    const { answer } = await send<C>(call, { ...sent, headers })
    return answer
  })
}

// The four calls below are made by pages that should not load the contract's schemas: what is sent is written out, and
// the compiler holds it against the contract.
const SYNC = { method: 'PUT', path: '/user/:email', policy: 'identity' } as const satisfies Address<typeof userCalls.sync>
const CURRENT = { method: 'GET', path: '/auth/get-session', policy: 'public' } as const satisfies Address<
  typeof identityCalls.current
>
const SIGN_OUT = { method: 'POST', path: '/auth/sign-out', policy: 'public' } as const satisfies Address<
  typeof identityCalls.signOut
>
const UPLOAD = { method: 'POST', path: '/images', policy: 'admin' } as const satisfies Address<typeof imageCalls.upload>

/** The session of this browser. On the server it only ever says 'loading'. */
export const sessionKeeper = new SessionKeeper({
  now: () => Date.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
  storage: browserStorage,
  exclusively: (work) => {
    // Older browsers, and plain http on another machine, have no locks; a token renewed twice does no harm.
    const locks: LockManager | undefined = navigator.locks
    return locks ? locks.request('access-token', work) : work()
  },
  sync: async (email, displayName) => {
    const body = displayName === undefined ? { email } : { email, displayName }
    const { answer, servedAt } = await send<typeof userCalls.sync>(SYNC, { params: { email }, body, headers: bearerHeaders() })
    const lifetimeMs = lifetimeOf(answer.expiresAt, servedAt)
    return { token: answer.token, lifetimeMs, displayName: answer.user.displayName }
  },
  current: async () => {
    const { answer } = await send<typeof identityCalls.current>(CURRENT, { headers: bearerHeaders() })
    return answer.identity
  },
  endSession: async (token) => {
    const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
    await send<typeof identityCalls.signOut>(SIGN_OUT, { headers, keepalive: true })
  },
  isRefusal: isDefiniteRefusal,
})
announceKeeper(sessionKeeper)

/**
 * Uploads a part's picture; `onProgress` is told the part that has been sent, 0 to 1.
 * Answers and throws as `callApi`. The time-out starts anew with every piece that gets through.
 */
export async function uploadImage(
  file: Blob,
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<CallResponse<typeof imageCalls.upload>> {
  return withToken(UPLOAD, new Headers(), (headers) => sendImage(file, headers, onProgress, signal))
}

/** Gives `attempt` the headers it needs, and a second try with a new token when the server refused the first. */
async function withToken<T>(call: Address<Call>, headers: Headers, attempt: (headers: Headers) => Promise<T>): Promise<T> {
  const isOpenToAll = call.policy === 'public' || call.policy === 'identity'
  if (isOpenToAll || headers.has('authorization')) return attempt(bearerHeaders(headers))

  const token = await sessionKeeper.freshToken()
  try {
    return await attempt(withBearer(headers, token))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'ACCOUNT_DISABLED') sessionKeeper.end()
    if (error.code !== 'SIGN_IN_NEEDED' || token === null) throw error
    return repeatWithNewToken(token, error, (newToken) => attempt(withBearer(headers, newToken)))
  }
}

async function repeatWithNewToken<T>(refused: string, refusal: ApiError, attempt: (token: string) => Promise<T>): Promise<T> {
  const token = await sessionKeeper.tokenInsteadOf(refused)
  if (token === null) throw refusal
  try {
    return await attempt(token)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SIGN_IN_NEEDED') sessionKeeper.end()
    throw error
  }
}

function bearerHeaders(headers = new Headers()): Headers {
  return headers.has('authorization') ? headers : withBearer(headers, sessionKeeper.storedToken())
}

function withBearer(headers: Headers, token: string | null): Headers {
  const complete = new Headers(headers)
  if (token !== null) complete.set('authorization', `Bearer ${token}`)
  return complete
}

/** One request and its answer. `servedAt` is the server's clock in milliseconds, whole seconds; NaN when it told none. */
async function send<C extends Call>(
  call: Address<C>,
  { params, query, body, headers, signal, keepalive }: Sent,
): Promise<{ answer: CallResponse<C>; servedAt: number }> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs())
  const passOn = () => limit.abort(signal?.reason)
  signal?.addEventListener('abort', passOn)
  try {
    const sentHeaders = new Headers(headers)
    if (body !== undefined) sentHeaders.set('content-type', 'application/json')
    const response = await fetch(addressOf(call.path, params, query), {
      method: call.method,
      headers: sentHeaders,
      credentials: 'same-origin',
      signal: limit.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
    })
    const answer = readAnswer(response.status, await response.text()) as CallResponse<C>
    return { answer, servedAt: Date.parse(response.headers.get('date') ?? '') }
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) throw error
    if (signal?.aborted) throw signal.reason
    throw new NetworkError(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', passOn)
  }
}

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. */
function sendImage(
  file: Blob,
  headers: Headers,
  onProgress: ((fraction: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<CallResponse<typeof imageCalls.upload>> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let timer = setTimeout(abort, timeoutMs())
    signal?.addEventListener('abort', abort)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(abort, timeoutMs())
      if (total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(request.status, request.responseText) as CallResponse<typeof imageCalls.upload>)
      } catch (error) {
        reject(error as Error)
      }
    })
    request.addEventListener('error', () => reject(new NetworkError(undefined)))
    request.addEventListener('abort', () => {
      reject(signal?.aborted ? (signal.reason as Error) : new NetworkError(new DOMException('No answer in time', 'TimeoutError')))
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
    request.open(UPLOAD.method, addressOf(UPLOAD.path, undefined, undefined))
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const questionMark = search.toString() === '' ? '' : '?'
  return `/api${filled}${questionMark}${search}`
}

/**
 * @throws ApiError for everything but success. An answer that is not the shop's own, such as a proxy's error page, has
 * the code INTERNAL, so that nobody is signed out by it. NetworkError for a success that was cut short.
 */
function readAnswer(status: number, text: string): unknown {
  const isSuccess = status >= 200 && status < 300
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    if (isSuccess) throw new NetworkError(error)
  }
  if (isSuccess) return answer
  throw new ApiError(status, isErrorAnswer(answer) ? answer : { code: 'INTERNAL', message: messages.tryAgainLater })
}

function isErrorAnswer(answer: unknown): answer is ErrorAnswer {
  if (typeof answer !== 'object' || answer === null) return false
  return 'code' in answer && typeof answer.code === 'string' && 'message' in answer && typeof answer.message === 'string'
}

/** The shop itself said no to the session: it ended, or the account is disabled. */
function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403) && error.code !== 'INTERNAL'
}

/**
 * Life of a token in milliseconds, by the server's clock alone. Without a usable figure, the life that tokens have by
 * the contract; a wrong guess costs one refused call.
 */
function lifetimeOf(expiresAt: string, servedAt: number): number {
  const usualMs = ACCESS_TOKEN_MINUTES * 60_000
  const lifetimeMs = Date.parse(expiresAt) - servedAt
  return lifetimeMs > 0 && lifetimeMs <= 24 * 60 * 60_000 ? lifetimeMs : usualMs
}

/** How long an answer may take. Specification section 9, "Identity client". */
function timeoutMs(): number {
  const isMobile = /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)
  return isMobile ? SESSION.timeoutMobileMs : SESSION.timeoutDesktopMs
}
