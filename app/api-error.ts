import type { ErrorAnswer } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'

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
