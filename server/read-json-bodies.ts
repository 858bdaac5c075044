import type { FastifyInstance } from 'fastify'

/**
 * JSON is the only body that calls take (uploads and webhooks register their own). No body at all is fine for
 * calls without one, whatever content type the client names. `__proto__` and `constructor` keys are refused.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parseJson(request, body, done)
  })
}
