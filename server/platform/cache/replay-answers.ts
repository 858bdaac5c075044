import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerInFront, type FrontAnswer } from '../http/answer-in-front.ts'
import type { Readiness } from '../http/readiness.ts'
import type { Answered } from '../http/watch-answers.ts'
import type { MicroCache } from './micro-cache.ts'
import { preferredEncoding, type ReadyAnswer } from './ready-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Addresses whose answer may be in a cache; absent where nothing is replayed. */
    knownAddresses?: KnownAddresses
  }
}

export type Place = { cache: MicroCache<ReadyAnswer>; key: string }

type KnownAddresses = Map<string, Place & Pick<Answered, 'route'>>

/** Maximum number and length of remembered addresses, so that invented ones cannot fill the memory. */
const MAX_ADDRESSES = 2_000
const LONGEST_ADDRESS = 200
/** Headers of a single answer. */
const OF_ONE_ANSWER = new Set(['connection', 'date', 'keep-alive', 'set-cookie', 'x-request-id'])

/**
 * Repeats an answer that was sent before, with its headers, before the framework sees the request: routing and hooks would
 * double its time. Only answers that the framework has sent are repeated, as long as their cache is valid; they are counted
 * and logged like any other.
 */
export function replayAnswers(app: FastifyInstance, readiness: Pick<Readiness, 'isClosing'>, watch: (answered: Answered) => void): void {
  const addresses: KnownAddresses = new Map()
  app.decorate('knownAddresses', addresses)
  // During shutdown the framework answers, with `connection: close`.
  answerInFront(app.server, watch, (request) => (readiness.isClosing() ? undefined : findSent(addresses, request)))
}

function findSent(addresses: KnownAddresses, { method, url, headers }: IncomingMessage): FrontAnswer | undefined {
  const place = method === 'GET' && headers['if-none-match'] === undefined ? addresses.get(url!) : undefined // requests to a server have a url
  const answer = place?.cache.peek(place.key)
  const sent = answer?.sent[preferredEncoding(headers['accept-encoding']) ?? 'identity']
  return place && answer && sent && { route: place.route, status: answer.status, ...sent }
}

/** Stores an answer that is about to be sent, to be repeated. */
export function noteForReplay(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer, body: Buffer, place: Place): void {
  const { knownAddresses } = request.server
  const { url } = request.raw
  if (!knownAddresses || request.method !== 'GET' || !url || url.length > LONGEST_ADDRESS) return
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OF_ONE_ANSWER.has(name.toLowerCase()) ? [] : [name, String(value)],
  )
  const encoding = preferredEncoding(request.headers['accept-encoding']) ?? 'identity'
  answer.sent[encoding] = { headers, body }
  if (knownAddresses.size === MAX_ADDRESSES) knownAddresses.clear()
  knownAddresses.set(url, { ...place, route: request.routeOptions })
}
