import type { FastifyInstance } from 'fastify'
import { shopErrors } from '#contract/errors.ts'
import { answerInFront } from './answer-in-front.ts'
import { NO_ROUTE, type Answered } from './watch-answers.ts'

const HEADERS = ['content-type', 'application/json; charset=utf-8', 'connection', 'close']

/**
 * Refuses a request with more than one Host header, as RFC 9112 (section 3.2) requires. Node uses the first one; a proxy in
 * front may have used another. Node itself refuses a request without any.
 */
export function refuseTwoHosts(app: FastifyInstance, watch: (answered: Answered) => void): void {
  const { status, message } = shopErrors.INVALID_INPUT
  const body = (requestId: string) => JSON.stringify({ code: 'INVALID_INPUT', message, requestId })
  answerInFront(app.server, watch, ({ rawHeaders }) =>
    countHosts(rawHeaders) > 1 ? { route: NO_ROUTE, status, headers: HEADERS, body } : undefined,
  )
}

/** @param rawHeaders alternating names and values */
function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]! // below the length
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
