import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from '../../errors.ts'
import { networkOf } from './network-of.ts'
import type { Settings } from '../settings/settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts the memory of a request, in bytes, until it is answered and its handler has ended. Small amounts are not
     * counted.
     * @throws ShopError TOO_MANY_REQUESTS when its network, BUSY when all requests together would exceed the limit.
     */
    holdBytes(request: FastifyRequest, reply: FastifyReply, bytes: number): void
  }
  interface FastifyRequest {
    /** The handler's promise; it may run longer than the connection. */
    working: Promise<unknown> | undefined
  }
  interface FastifyContextConfig {
    /** Maximum body, in bytes, of a route that reads it itself. */
    uploadBytes?: number
  }
}

/** About as much as a connection takes. */
const SMALL_BYTES = 16 * 1024
/** Maximum share of unauthenticated requests, so that customers always have room. */
const ANONYMOUS_SHARE = 0.5
const RETRY_AFTER_SECONDS = 2

/**
 * Bounds the memory of bodies and streamed answers, per network and in all. Checked before a body is read, by its declared
 * length; a body without a length counts as the route's maximum. Registered after the policies, so that unauthorised
 * requests are refused before.
 */
export function boundBytesInFlight(app: FastifyInstance, { bytesInFlight, bytesInFlightOfNetwork }: Settings): void {
  const ofNetworks = new Map<string, number>()
  let all = 0
  let ofAnonymous = 0

  const add = (network: string, isAnonymous: boolean, bytes: number) => {
    const ofNetwork = (ofNetworks.get(network) ?? 0) + bytes
    if (ofNetwork === 0) ofNetworks.delete(network)
    else ofNetworks.set(network, ofNetwork)
    all += bytes
    if (isAnonymous) ofAnonymous += bytes
  }

  const hold = (request: FastifyRequest, reply: FastifyReply, bytes: number) => {
    if (bytes <= SMALL_BYTES) return
    const network = networkOf(request.ip)
    const isAnonymous = request.caller === null
    if ((ofNetworks.get(network) ?? 0) + bytes > bytesInFlightOfNetwork) {
      throw new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    if (all + bytes > bytesInFlight) throw new ShopError('BUSY')
    if (isAnonymous && ofAnonymous + bytes > bytesInFlight * ANONYMOUS_SHARE) throw new ShopError('BUSY')
    add(network, isAnonymous, bytes)
    let isHeld = true
    const release = async () => {
      await request.working?.catch(() => {})
      if (isHeld) add(network, isAnonymous, -bytes)
      isHeld = false
    }
    // 'finish' follows an answered request, 'close' a lost connection.
    reply.raw.once('finish', () => void release()).once('close', () => void release())
  }

  app.decorate('holdBytes', hold)
  app.decorateRequest('working', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    hold(request, reply, bodyBytes(request))
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer = handler.call(this, request, reply)
      if (answer instanceof Promise) request.working = answer
      return answer
    }
  })
}

function bodyBytes({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  const most = config.uploadBytes ?? bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return most
  return Math.min(Number(headers['content-length'] ?? 0) || 0, most)
}
