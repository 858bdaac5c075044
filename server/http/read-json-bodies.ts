import type { FastifyInstance } from 'fastify'
import { ShopError } from '../errors.ts'

/**
 * JSON is the only body that calls take (uploads and webhooks register their own). No body at all is fine for
 * calls without one, whatever content type the client names. `__proto__` and `constructor` keys are refused, and
 * halves of characters, which JSON can write but neither PostgreSQL nor UTF-8 can.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else if (hasHalfCharacter(body)) done(new ShopError('MALFORMED_BODY'))
    else void parseJson(request, body, done)
  })
}

/** Escaped backslashes, because what follows one is no escape; and both halves of one character, as they belong together. */
const WHOLE = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi
const HALF = /\\ud[89a-f]/i

/** A body is UTF-8, so that halves can stand in it as escapes alone. Most bodies have none, and cost one look. */
const hasHalfCharacter = (json: string) => HALF.test(json) && HALF.test(json.replace(WHOLE, ' '))
