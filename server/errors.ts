import { shopErrors, type ErrorAnswer, type ErrorCode } from '#contract/basics/errors.ts'

type Details = Pick<
  ErrorAnswer,
  'fields' | 'current' | 'currentTotal' | 'currentDue' | 'currentShipBy' | 'unclearLines' | 'priceFall' | 'ordered'
>

/**
 * A refusal that the caller can understand. Status and sentence come from the contract; `message` replaces the code's
 * sentence with a more exact one, `retryAfterSeconds` says when to retry, and the details are fields of the answer
 * (`ErrorAnswer`).
 */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly details: Details
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    { message, retryAfterSeconds, ...details }: Details & { message?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message ?? details.fields?.[0]?.message ?? shopErrors[code].message)
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const invalidField = (field: string, message: string) => new ShopError('INVALID_INPUT', { fields: [{ field, message }] })

/**
 * The payment provider did not answer, or answered with an error. The request may be repeated later, unless `stored`: then the
 * provider keeps its error for this attempt, and only a new attempt can succeed.
 */
export class ProviderUnavailable extends Error {
  readonly stored: boolean

  constructor(cause: unknown, { stored = false }: { stored?: boolean } = {}) {
    super('The payment provider is not reachable', { cause })
    this.stored = stored
  }
}
