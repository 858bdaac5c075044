import type { FastifyInstance } from 'fastify'
import type { Call, CallParams, CallQuery, CallResponse } from '#contract/call.ts'
import { routeOf } from '../http/register-call.ts'
import type { MicroCache } from './micro-cache.ts'
import { readyAnswer, type ReadyAnswer } from './ready-answer.ts'
import { sendReadyAnswer } from './send-ready-answer.ts'
import { whenReady } from './when-ready.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** A question that may have been asked before: whoever names it alike gets the same answer. */
export type Question<C extends Call> = { name: string; answer: () => Promise<CallResponse<C>> }

/**
 * As `registerCall`, for public calls: their answer is the same for everybody, so it is made once and sent as bytes
 * until it changes.
 * @param ask what the query comes to. It names nothing that the answer does not depend on, so that no query can fill
 *   the cache with copies of one answer.
 */
export function serveCached<C extends Call>(
  app: FastifyInstance,
  call: C,
  cache: MicroCache<ReadyAnswer>,
  ask: (query: CallQuery<C>) => Question<C>,
): void {
  app.route({
    ...routeOf(call),
    handler: (request, reply) => {
      const { name, answer } = ask(request.query as CallQuery<C>)
      const key = `${call.path} ${name}`
      const ready = cache.get(key, async (outdated) =>
        readyAnswer(200, JSON_TYPE, Buffer.from(reply.serialize(await answer()) as string), outdated),
      )
      return whenReady(ready, (made) => sendReadyAnswer(request, reply, made, { cache, key }))
    },
  })
}

/**
 * The same for calls that not everybody may make, though their answer is the same for all who may: who asks is found out
 * each time, and only what is asked for comes from memory.
 */
export function serveKept<C extends Call>(
  app: FastifyInstance,
  call: C,
  cache: MicroCache<ReadyAnswer>,
  ask: (params: CallParams<C>) => Question<C>,
): void {
  app.route({
    ...routeOf(call),
    handler: (request, reply) => {
      const { name, answer } = ask(request.params as CallParams<C>)
      const ready = cache.get(`${call.path} ${name}`, async (outdated) =>
        readyAnswer(200, JSON_TYPE, Buffer.from(reply.serialize(await answer()) as string), outdated),
      )
      return whenReady(ready, ({ headers, body }) => reply.headers(headers).send(body))
    },
  })
}
