import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MicroCache } from './micro-cache.ts'
import { preferredEncoding, type ReadyAnswer } from './ready-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Addresses whose answer may be in a cache; absent where nothing is replayed. */
    knownAddresses?: KnownAddresses
  }
}

/** Where the answer to an address is kept. */
export type Place = { cache: MicroCache<ReadyAnswer>; key: string }

type KnownAddresses = Map<string, Place>

/** Addresses remembered, and the longest that is; nobody fills the memory with inventions. */
const MOST_ADDRESSES = 2_000
const LONGEST_ADDRESS = 200
/** Belong to one answer alone. */
const OF_ONE_ANSWER = new Set(['connection', 'date', 'keep-alive', 'set-cookie', 'x-request-id'])

/**
 * Sends an answer that was sent before once more, headers and all, before anything else of the request is looked at.
 * An answer gets here by the ordinary way only, is given out as long as its cache would give it out, and is counted and
 * logged like any other. Stands in front of the hooks that check or add something.
 */
export function replayAnswers(app: FastifyInstance): void {
  const addresses: KnownAddresses = new Map()
  app.decorate('knownAddresses', addresses)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const place = raw.method === 'GET' ? addresses.get(raw.url!) : undefined // requests to a server have a url
    // A connection that is about to be closed is told so by the ordinary way.
    if (!place || raw.headers['if-none-match'] !== undefined || reply.hasHeader('connection')) return done()
    const answer = place.cache.peek(place.key)
    const sent = answer?.sent[preferredEncoding(raw.headers['accept-encoding']) ?? 'identity']
    if (!answer || !sent) return done()
    reply.hijack()
    reply.raw.writeHead(answer.status, [...sent.headers, 'x-request-id', request.id]).end(sent.body)
  })
}

/** Notes what is about to be sent, for everybody who asks for the same soon. */
export function noteForReplay(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer, body: Buffer, place: Place): void {
  const { knownAddresses } = request.server
  const { url } = request.raw
  if (!knownAddresses || request.method !== 'GET' || !url || url.length > LONGEST_ADDRESS) return
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OF_ONE_ANSWER.has(name.toLowerCase()) ? [] : [name, String(value)],
  )
  const encoding = preferredEncoding(request.headers['accept-encoding']) ?? 'identity'
  answer.sent[encoding] = { headers: [...headers, 'content-length', String(body.length)], body }
  if (knownAddresses.size === MOST_ADDRESSES) knownAddresses.clear()
  knownAddresses.set(url, place)
}
