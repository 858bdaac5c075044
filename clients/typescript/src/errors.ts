import type { ErrorAnswer, ErrorCode } from './generated/types.ts'

/**
 * Failures that the shop does not answer with:
 * - `NETWORK_FAILED`: there was no answer, or it broke off
 * - `TIMED_OUT`: there was no answer in time
 * - `ANSWER_UNREADABLE`: the answer is not the shop's, such as a page of a proxy
 */
export type ClientErrorCode = 'NETWORK_FAILED' | 'TIMED_OUT' | 'ANSWER_UNREADABLE'

/** What a failed call says: the shop's refusal, or a failure on the way. */
export class TeleforgeError extends Error {
  /** A code of the shop or of this client. The shop may add codes. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>)
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** Refused fields, each with its message. */
  readonly fields: NonNullable<ErrorAnswer['fields']>
  /** The whole refusal, such as with `currentTotal` or `unclearLines`; undefined without one. */
  readonly answer: ErrorAnswer | undefined
  /** Seconds after which the shop takes the call again, if it said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: TeleforgeError['code'],
    message: string,
    more: { status?: number; answer?: ErrorAnswer | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'TeleforgeError'
    this.code = code
    this.status = more.status ?? 0
    this.fields = more.answer?.fields ?? []
    this.answer = more.answer
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
