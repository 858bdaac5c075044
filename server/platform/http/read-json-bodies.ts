import type { FastifyInstance } from 'fastify'
import { ShopError } from '../../errors.ts'

/**
 * Calls accept only JSON bodies (uploads and webhooks register their own parsers). A call without a body accepts any
 * content type. `__proto__` and `constructor` keys are refused, and lone surrogates, which JSON can escape but neither
 * PostgreSQL nor UTF-8 can represent.
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

/** Escaped backslashes, because what follows one is no escape; and complete surrogate pairs. */
const WHOLE = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi
const HALF = /\\ud[89a-f]/i

/** A body is UTF-8, so a lone surrogate can only be an escape. Most bodies have none and need one test. */
const hasHalfCharacter = (json: string) => HALF.test(json) && HALF.test(json.replace(WHOLE, ' '))
