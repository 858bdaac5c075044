import { startOf } from '#contract/basics/start-of.ts'
import type { IncomingMessage } from 'node:http'
import { tellWork } from '#database/told-work.ts'
import { askPublic, readWebAddress } from '../platform/external/ask-public.ts'
import { isPrivate } from '../platform/external/is-private.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** Of one attempt: name lookup, connection, request and answer. */
export const SEND_TIMEOUT_MS = 10_000
/** Bytes that are read of an answer. */
const ANSWER_BYTES = 2_048
/** Characters of an answer that the log keeps. */
const ANSWER_LENGTH = 500
/** Of a `Retry-After` that names a later time, as its sender may have meant minutes or milliseconds. */
const LONGEST_RETRY_SECONDS = 86_400

/**
 * What an endpoint answered. `problem` is null for a success, which is any 2xx; `isGone` is 410, which ends the endpoint; before
 * `retryAfterSeconds` it wants no other message.
 */
export type Outcome = {
  status: number | null
  answer: string | null
  problem: string | null
  isGone: boolean
  retryAfterSeconds: number
  milliseconds: number
}

/** `id` names the message in traces, as `name` the work. Of the answer `answerLength` characters are read. */
type Message = { name: string; id: string; url: string; headers: Record<string, string>; body: string; answerLength?: number }

/**
 * Sends a message to an address that a user has entered, and reads the beginning of its answer. Failures are outcomes, never thrown.
 * Redirections are not followed: they would send the message to an address that its owner has not entered.
 */
export async function postMessage(
  { privateAddresses }: Pick<Settings, 'privateAddresses'>,
  { name, id, url: address, headers, body, answerLength = ANSWER_LENGTH }: Message,
  timeoutMs = SEND_TIMEOUT_MS,
): Promise<Outcome> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const ended = (outcome: Partial<Outcome>): Outcome => ({
    status: null,
    answer: null,
    problem: null,
    isGone: false,
    retryAfterSeconds: 0,
    ...outcome,
    milliseconds: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await tellWork(
      () => ({ kind: 'call', name, attributes: { 'teleforge.webhook.message': id } }),
      (told) =>
        askPublic(readWebAddress(address), {
          method: 'POST',
          headers: { ...headers, ...told?.outgoing },
          body,
          signal,
          privateAddresses,
        }),
    )
    const { statusCode: status = 0 } = response
    const answer = await readBeginning(response, answerLength)
    return ended({ status, answer, problem: problemOf(status), isGone: status === 410, retryAfterSeconds: retryAfterOf(response) })
  } catch (error) {
    if (signal.aborted) return ended({ problem: `It did not answer within ${timeoutMs / 1_000} seconds.` })
    const url = URL.parse(address)
    if (url && (await isPrivate(url, privateAddresses))) return ended({ problem: 'Its address is in a private network.' })
    return ended({ problem: WHY[codeOf(error)] ?? 'The connection failed.' })
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `It answered with ${status}; redirections are not followed.` : `It answered with ${status}.`
}

/** Too many requests, or unavailable, until some seconds are over or a time has come, by the clock of the endpoint where it says one. */
function retryAfterOf({ statusCode, headers }: IncomingMessage): number {
  const after = headers['retry-after']?.trim() ?? ''
  if (statusCode !== 429 && statusCode !== 503) return 0
  const now = Date.parse(headers.date ?? '') || Date.now()
  const seconds = /^\d+$/.test(after) ? Number(after) : Math.ceil((Date.parse(after) - now) / 1_000)
  return Math.min(Math.max(seconds || 0, 0), LONGEST_RETRY_SECONDS)
}

/** Why there was no answer, without details of the network. */
const WHY: Record<string, string> = {
  ENOTFOUND: 'Its host name is not known.',
  EAI_AGAIN: 'Its host name is not known.',
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It ended the connection without an answer.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The first characters, as one line would show them; the connection ends when enough was read. */
async function readBeginning(response: IncomingMessage, answerLength: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= ANSWER_BYTES) break
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8')
  return startOf(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), answerLength)
}
