import type { FastifyInstance } from 'fastify'
import { ShopError } from '../../errors.ts'

/**
 * Refuses a request with more than one Host header, as RFC 9112 (section 3.2) requires. Node uses the first one; a proxy in
 * front may have used another. Node itself refuses a request without any.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (countHosts(request.raw.rawHeaders) < 2) return done()
    reply.header('connection', 'close')
    done(new ShopError('INVALID_INPUT'))
  })
}

/** @param rawHeaders alternating names and values */
const countHosts = (rawHeaders: string[]) => rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length
