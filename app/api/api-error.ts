import type { ErrorAnswer } from '#contract/basics/errors.ts'
import { messages } from '#contract/basics/messages.ts'

/** A refusal of the server: its code and message, the wrong fields, and the current figures. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorAnswer['code']
  readonly fields: ErrorAnswer['fields']
  readonly current: ErrorAnswer['current']
  readonly currentShipBy: ErrorAnswer['currentShipBy']
  /** Names the request in the server's log. */
  readonly requestId: string | undefined

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = status
    this.code = answer.code
    this.fields = answer.fields
    this.current = answer.current
    this.currentShipBy = answer.currentShipBy
    this.requestId = answer.requestId
  }
}

/** No complete answer within the timeout. The call may have taken effect. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(messages.networkFailed, { cause })
    this.name = 'NetworkError'
  }
}

/** The message of an API or network error; for all other errors 'PLease try again later'. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : messages.tryAgainLater
}

/** As `sentenceOf`, with a sentence for each object that the server names. */
export const sentencesOf = (error: unknown): string[] =>
  error instanceof ApiError && error.fields ? error.fields.map(({ message }) => message) : [sentenceOf(error)]

/** The message at the first field that a refusal names; undefined for other errors. */
export const fieldMessageOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.fields?.[0]?.message : undefined)
