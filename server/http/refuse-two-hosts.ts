import type { FastifyInstance } from 'fastify'
import { shopErrors } from '#contract/errors.ts'
import { answerInFront } from '../operations/answer-in-front.ts'
import { NO_ROUTE, type Answered } from '../operations/watch-answers.ts'

const HEADERS = ['content-type', 'application/json; charset=utf-8', 'connection', 'close']

/**
 * Refuses a request with more than one Host header, as RFC 9112 (section 3.2) asks. Node takes the first; a proxy in front
 * may have taken another. A request without any is refused by Node.
 */
export function refuseTwoHosts(app: FastifyInstance, watch: (answered: Answered) => void): void {
  const { status, message } = shopErrors.INVALID_INPUT
  const body = (requestId: string) => JSON.stringify({ code: 'INVALID_INPUT', message, requestId })
  answerInFront(app.server, watch, ({ rawHeaders }) =>
    countHosts(rawHeaders) > 1 ? { route: NO_ROUTE, status, headers: HEADERS, body } : undefined,
  )
}

/** @param rawHeaders names and values in turn */
function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]! // below the length
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
