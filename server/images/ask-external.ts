import { setTimeout as delay } from 'node:timers/promises'
import { StoreUnavailable } from './store-unavailable.ts'

/** Timeouts of an external store. One call with its retries and waits stays below 10 s. */
export type Patience = { attemptMs: number; totalMs: number }
export const PATIENCE: Patience = { attemptMs: 4_000, totalMs: 8_000 }

/** Wait before the first retry; doubled for each further one. */
const RETRY_MS = 100

export type Answer = { status: number; body: Buffer }

/**
 * Sends a request to an external store and reads its whole answer. Retries after a lost connection, 429 or 5xx, with at
 * most `attempts` in all: more than 1 only for idempotent calls. Follows no redirect, which could carry a key to another
 * host.
 * @param name the store's name in the reason of a failure.
 * @param makeRequest is called for each attempt, because signatures contain the time.
 * @throws StoreUnavailable when there was no complete answer in time. Its reason contains nothing of the request.
 */
export async function askExternal(
  name: string,
  makeRequest: () => Promise<Request>,
  limits: Patience & { attempts: number; maxBytes: number },
): Promise<Answer> {
  const deadline = Date.now() + limits.totalMs
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = Math.max(1, Math.min(limits.attemptMs, deadline - Date.now()))
    const answer = await askOnce(makeRequest, timeoutMs, limits.maxBytes)
    const waitMs = RETRY_MS * 2 ** (attempt - 1)
    const isLast = attempt === limits.attempts || Date.now() + waitMs >= deadline
    if ('status' in answer && (isLast || !isPassing(answer.status))) return answer
    if ('failure' in answer && isLast) throw new StoreUnavailable(`${name} ${answer.failure}`)
    await delay(waitMs)
  }
}

const isPassing = (status: number) => status === 429 || status >= 500

async function askOnce(makeRequest: () => Promise<Request>, patienceMs: number, maxBytes: number): Promise<Answer | { failure: string }> {
  try {
    const response = await fetch(await makeRequest(), { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    const body = await readUpTo(maxBytes, response)
    return body ? { status: response.status, body } : { failure: `answered with more than ${maxBytes} bytes` }
  } catch (error) {
    return { failure: describeFailure(error, patienceMs) }
  }
}

/** The body; undefined when it is longer than `maxBytes`. */
async function readUpTo(maxBytes: number, response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Only name and code: a message may repeat a URL, and a URL may contain a key. */
function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'did not answer'
  if (error.name === 'TimeoutError') return `sent no complete answer within ${timeoutMs / 1_000} s`
  const code = [error, error.cause].flatMap((it) => (it instanceof Error && 'code' in it ? [String(it.code)] : []))[0]
  return `could not be reached, or lost the connection (${code ?? error.name})`
}
