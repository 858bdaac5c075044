import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { shopErrors, type ErrorAnswer, type ErrorCode } from '#contract/basics/errors.ts'
import { isDatabaseAway, isDatabaseBusy, messageOf } from '#database/database-trouble.ts'
import { sqlState } from '#database/sql-state.ts'
import { ProviderUnavailable, ShopError } from '../../errors.ts'
import { sampleLines } from './sample-lines.ts'
import { fieldErrors } from './validation.ts'

const RETRY_AFTER_SECONDS = 2
/** While the database is unavailable, thousands of requests fail at once: each process logs one line of a kind in this time, in ms. */
const SAMPLE_MS = 10_000
const samplers = new WeakMap<FastifyBaseLogger, ReturnType<typeof sampleLines>>()

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_CONTENT_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'WRONG_CONTENT_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_REQ_FILE_TOO_LARGE: 'IMAGE_TOO_LARGE',
  FST_FILES_LIMIT: 'INVALID_INPUT',
  FST_PARTS_LIMIT: 'INVALID_INPUT',
  FST_FIELDS_LIMIT: 'INVALID_INPUT',
  FST_PROTO_VIOLATION: 'INVALID_INPUT',
}

/** The one function that turns an error into an HTTP answer. The answer never contains a stack or a statement. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.send(explainError(error, request, reply))
}

/**
 * The answer to an error; sets the status on the reply. Bugs are logged, and a sample of temporary failures; a refusal whose client
 * has disconnected is not.
 */
export function explainError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): ErrorAnswer {
  const refusal = toRefusal(error)
  const { status } = shopErrors[refusal.code]
  if (!request.raw.socket.destroyed || refusal.code === 'INTERNAL') logTrouble(request.log, error, 'a request', request.server.log)
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  if (error instanceof ShopError && error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', challengeTo(request))
  reply.code(status)
  return { ...refusal, requestId: request.id }
}

/** What a client needs to be let in, and whether what it sent has ended (RFC 6750, section 3). */
const challengeTo = ({ headers }: FastifyRequest) => (headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"')

/**
 * Logs an error that is answered: a bug with its stack; of temporary failures a sample, without, at level info where the database is
 * away, which is told once for all (`log-outages.ts`). Other refusals are not logged.
 * `what` was requested, such as 'a page'; `whole` is the log that `log` writes a part of.
 */
export function logTrouble(log: FastifyBaseLogger, error: Error, what: string, whole = log): void {
  const { code } = toRefusal(error)
  if (code === 'INTERNAL') log.error({ err: error }, `${what} failed`)
  else if (shopErrors[code].status === 503) {
    const leftOutOf = samplers.get(whole) ?? sampleLines(SAMPLE_MS)
    samplers.set(whole, leftOutOf)
    // A message of the query builder has the values of its statement: each would be a kind.
    const leftOut = leftOutOf(`${what} ${code} ${sqlState(error) ?? messageOf(error)}`)
    if (leftOut !== undefined)
      log[isDatabaseAway(error) ? 'info' : 'warn']({ refused: error, leftOut }, `${what} could not be answered now`)
  }
}

/** The answer that the caller gets for an error; `INTERNAL` is a bug. */
export function toRefusal(error: FastifyError | Error): ErrorAnswer {
  if (error instanceof ShopError) return { code: error.code, message: error.message, ...error.details }
  if (error instanceof ProviderUnavailable) return refusalOf('PAYMENT_UNAVAILABLE')
  if ('validation' in error && error.validation) {
    const fields = fieldErrors(error.validation as Parameters<typeof fieldErrors>[0])
    return { code: 'INVALID_INPUT', message: fields[0]?.message ?? shopErrors.INVALID_INPUT.message, fields }
  }
  const frameworkCode = 'code' in error ? frameworkCodes[String(error.code)] : undefined
  if (frameworkCode) return refusalOf(frameworkCode)
  if ('statusCode' in error && error.statusCode === 400) return refusalOf('MALFORMED_BODY')
  return refusalOf(isDatabaseBusy(error) ? 'BUSY' : 'INTERNAL')
}

const refusalOf = (code: ErrorCode): ErrorAnswer => ({ code, message: shopErrors[code].message })
