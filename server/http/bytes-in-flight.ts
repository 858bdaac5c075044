import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from '../errors.ts'
import { networkOf } from '../identity/limit-attempts.ts'
import type { Settings } from '../settings/settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts memory that a request takes until it is answered and its handler has ended, in bytes. What is no more than a
     * connection takes is not counted.
     * @throws ShopError TOO_MANY_REQUESTS when its network, BUSY when all requests together would have too much in flight.
     */
    holdBytes(request: FastifyRequest, reply: FastifyReply, bytes: number): void
  }
  interface FastifyRequest {
    /** The handler's work; it goes on when the client hangs up. */
    working: Promise<unknown> | undefined
  }
  interface FastifyContextConfig {
    /** Longest body, in bytes, of a route that reads it itself. */
    uploadBytes?: number
  }
}

/** About what a connection takes. */
const SMALL_BYTES = 16 * 1024
/** Of all bytes in flight, what requests of unknown people may take at most, so that customers always have room. */
const STRANGERS_SHARE = 0.5
const RETRY_AFTER_SECONDS = 2

/**
 * Bounds the memory that bodies and streamed answers take, for each network and in all. It is asked for before a body is
 * read, by the length that the request declares; one without a length counts as the longest that its route takes.
 * Registered after the policies: who may not call is answered before.
 */
export function boundBytesInFlight(app: FastifyInstance, { bytesInFlight, bytesInFlightOfNetwork }: Settings): void {
  const ofNetworks = new Map<string, number>()
  let all = 0
  let ofStrangers = 0

  const add = (network: string, isStranger: boolean, bytes: number) => {
    const ofNetwork = (ofNetworks.get(network) ?? 0) + bytes
    if (ofNetwork === 0) ofNetworks.delete(network)
    else ofNetworks.set(network, ofNetwork)
    all += bytes
    if (isStranger) ofStrangers += bytes
  }

  const hold = (request: FastifyRequest, reply: FastifyReply, bytes: number) => {
    if (bytes <= SMALL_BYTES) return
    const network = networkOf(request.ip)
    const isStranger = request.caller === null
    if ((ofNetworks.get(network) ?? 0) + bytes > bytesInFlightOfNetwork) {
      throw new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    if (all + bytes > bytesInFlight) throw new ShopError('BUSY')
    if (isStranger && ofStrangers + bytes > bytesInFlight * STRANGERS_SHARE) throw new ShopError('BUSY')
    add(network, isStranger, bytes)
    let isHeld = true
    const release = async () => {
      await request.working?.catch(() => {})
      if (isHeld) add(network, isStranger, -bytes)
      isHeld = false
    }
    // An answered connection says the one, a lost one the other.
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

/** What a body may come to: its length, or the longest that the route reads of it. */
function bodyBytes({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  const most = config.uploadBytes ?? bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return most
  return Math.min(Number(headers['content-length'] ?? 0) || 0, most)
}
