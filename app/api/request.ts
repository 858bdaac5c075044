import type { Call, CallResponse } from '#contract/basics/call.ts'
import type { ErrorAnswer } from '#contract/basics/errors.ts'
import type { imageCalls } from '#contract/parts/images.ts'
import { SESSION } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { ApiError, NetworkError } from '#app/api/api-error.ts'

/** The fields of a call that the browser needs to send it; the schemas stay on the server. */
export type Address<C extends Call> = Pick<C, 'method' | 'path' | 'policy'> & { knowsCaller?: true }

/** A request that was type-checked against its call. */
export type Sent = {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: HeadersInit | undefined
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
  /** How long the answer may take, in ms, where the work is long. */
  patienceMs?: number | undefined
}

/** Written out like the calls of app/identity/browser-session.ts: its schemas stay with the server. */
export const UPLOAD = { method: 'POST', path: '/images', policy: 'admin' } as const satisfies Address<typeof imageCalls.upload>

/** One request and its answer. `servedAt` is the server's clock in milliseconds, whole seconds; NaN if it sent none. */
export async function send<C extends Call>(
  call: Address<C>,
  { params, query, body, headers, signal, keepalive, patienceMs = timeoutMs() }: Sent,
): Promise<{ answer: CallResponse<C>; servedAt: number }> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), patienceMs)
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

/** XMLHttpRequest, because fetch does not report upload progress. */
export function sendImage(
  file: Blob,
  headers: Headers,
  onProgress: ((fraction: number) => void) | undefined,
  signal: AbortSignal | undefined,
  { path, params }: { path: string; params?: unknown } = UPLOAD,
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
    request.open(UPLOAD.method, addressOf(path, params, undefined))
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
 * the code INTERNAL, so that it signs no one out. NetworkError for a success that was cut short.
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

/** How long an answer may take. Specification section 9, "Identity client". */
function timeoutMs(): number {
  const isMobile = /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)
  return isMobile ? SESSION.timeoutMobileMs : SESSION.timeoutDesktopMs
}
