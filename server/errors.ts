import { shopErrors, type ErrorAnswer, type ErrorCode, type FieldError, type PriceFall } from '#contract/errors.ts'

type RefusalDetails = {
  message?: string
  fields?: FieldError[]
  current?: ErrorAnswer['current']
  currentTotal?: number
  priceFall?: PriceFall
  retryAfterSeconds?: number
}

/**
 * A refusal that the caller can understand. Status and sentence come from the contract; `message` replaces the code's
 * sentence with a more exact one, `fields` names the invalid fields, `current` has the current figures, `currentTotal` the
 * total of a quote in dollars, `priceFall` how far a price would fall, `retryAfterSeconds` when to retry.
 */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly current: ErrorAnswer['current']
  readonly currentTotal: number | undefined
  readonly priceFall: PriceFall | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? details.fields?.[0]?.message ?? shopErrors[code].message)
    this.code = code
    this.fields = details.fields
    this.current = details.current
    this.currentTotal = details.currentTotal
    this.priceFall = details.priceFall
    this.retryAfterSeconds = details.retryAfterSeconds
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
