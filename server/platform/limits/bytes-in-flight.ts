import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from '../../errors.ts'
import type { Settings } from '../settings/settings.ts'
import { standingOf } from '../http/caller.ts'
import { wideNetworkOf } from './network-of.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts the memory of a request, in bytes, until it is answered and its handler has ended. Small amounts are not
     * counted.
     * @throws ShopError TOO_MANY_REQUESTS when its account or network, BUSY when all requests together would exceed the limit.
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
/** Maximum share of all unproven clients, so that buyers who have paid always have room. */
const UNPROVEN_SHARE = 0.5
/** The same with buyers who have paid, so that the shop's people always have room. */
const CUSTOMERS_SHARE = 0.75
/** Share of an unproven client's limit that incomplete bodies may take; the longest list fits. */
const ARRIVING_SHARE = 1 / 2
const RETRY_AFTER_SECONDS = 2
/** A body that brings less in this time is refused. */
const PACE_MS = 5_000
const PACE_BYTES = 16 * 1024

/** Calls `work` every `ms` ms until the function that it returns is called. Tests have another clock. */
type Every = (ms: number, work: () => void) => () => void
const byTimer: Every = (ms, work) => {
  const timer = setInterval(work, ms).unref()
  return () => clearInterval(timer)
}

/**
 * Bounds the memory of bodies and streamed answers, in all and per account or network. Of a body the received bytes count, not the
 * declared length; only a route that reads its body itself counts it whole. A buyer who has paid and a person of the shop are counted
 * by account. All others are counted by network, have half of the memory together, and may have few incomplete bodies. A quarter is
 * kept for the people of the shop.
 */
export function boundBytesInFlight(
  app: FastifyInstance,
  { bytesInFlight, bytesInFlightOfNetwork }: Pick<Settings, 'bytesInFlight' | 'bytesInFlightOfNetwork'>,
  every: Every = byTimer,
): void {
  const sums = new Map<string, number>()
  const bodies = new Set<{ sinceCheck: number; refuse: () => void }>()

  /** Counts bytes in these sums, starting from 0. Sums of 0 take no memory. */
  const shareOf = (limits: Limit[]) => {
    let own = 0
    const add = (bytes: number) => {
      own += bytes
      for (const { key } of limits) {
        const sum = (sums.get(key) ?? 0) + bytes
        if (sum === 0) sums.delete(key)
        else sums.set(key, sum)
      }
    }
    const take = (bytes: number) => {
      const exceeded = limits.find(({ key, most }) => (sums.get(key) ?? 0) + bytes > most)
      if (exceeded) throw exceeded.refusal()
      add(bytes)
    }
    return { take, release: () => add(-own) }
  }

  /** Counts bytes until the request is answered and its handler has ended. */
  const keep = (request: FastifyRequest, reply: FastifyReply): ((bytes: number) => void) => {
    const standing = standingOf(request.caller)
    const share = shareOf([
      { key: standing === 'unproven' ? wideNetworkOf(request.ip) : request.caller!.userId, most: bytesInFlightOfNetwork, refusal: tooMany },
      { key: 'all', most: bytesInFlight, refusal: busy },
      ...(standing === 'staff' ? [] : [{ key: 'customers', most: bytesInFlight * CUSTOMERS_SHARE, refusal: busy }]),
      ...(standing === 'unproven' ? [{ key: 'unproven', most: bytesInFlight * UNPROVEN_SHARE, refusal: busy }] : []),
    ])
    let isOver = false
    const release = async () => {
      await request.working?.catch(() => {})
      isOver = true
      share.release()
    }
    // 'finish' follows an answered request, 'close' a lost connection.
    reply.raw.once('finish', () => void release()).once('close', () => void release())
    // After that nothing would release it; the connection may have been lost before this was called.
    return (bytes) => void (isOver || reply.raw.destroyed || share.take(bytes))
  }

  /** The body, whose pieces are counted as they arrive. */
  const counted = (request: FastifyRequest, reply: FastifyReply): Transform => {
    const take = keep(request, reply)
    const unfinished = {
      key: `unfinished of ${wideNetworkOf(request.ip)}`,
      most: bytesInFlightOfNetwork * ARRIVING_SHARE,
      refusal: tooMany,
    }
    const arriving = shareOf(standingOf(request.caller) === 'unproven' ? [unfinished] : [])
    const body = { sinceCheck: PACE_BYTES, refuse: () => void stream.destroy(new ShopError('TOO_SLOW')) }
    const stream = new Transform({
      transform(piece: Buffer, _encoding, done) {
        try {
          arriving.take(piece.length)
          take(piece.length)
          body.sinceCheck += piece.length
          done(null, piece)
        } catch (error) {
          done(error as Error)
        }
      },
    })
    bodies.add(body)
    const end = () => void (bodies.delete(body) && arriving.release())
    stream.once('end', end).once('close', end)
    stream.on('error', () => {}) // the reader of the body gets the error; a body that is refused before it is read has no reader
    return stream
  }

  app.decorate('holdBytes', (request, reply, bytes) => {
    if (bytes > SMALL_BYTES) keep(request, reply)(bytes)
  })
  app.decorateRequest('working', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const { uploadBytes } = request.routeOptions.config
    if (uploadBytes !== undefined) app.holdBytes(request, reply, Math.min(declaredBytes(request), uploadBytes))
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.uploadBytes !== undefined || declaredBytes(request) <= SMALL_BYTES) return payload
    const body = counted(request, reply)
    payload.once('error', (error) => body.destroy(error))
    return payload.pipe(body)
  })
  const checkPace = () => {
    for (const body of bodies) {
      if (body.sinceCheck < PACE_BYTES) body.refuse()
      body.sinceCheck = 0
    }
  }
  // Timers run before sockets are read: what has arrived while the event loop was blocked is read first.
  const endChecks = every(PACE_MS, () => setImmediate(checkPace))
  app.addHook('onClose', async () => endChecks())
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer = handler.call(this, request, reply)
      if (answer instanceof Promise) request.working = answer
      return answer
    }
  })
}

type Limit = { key: string; most: number; refusal: () => ShopError }

const busy = () => new ShopError('BUSY')
const tooMany = () => new ShopError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })

/** Infinity for a body whose length is not declared. */
const declaredBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) || 0 : Infinity
