import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Call, CallParams, CallQuery, CallResponse } from '#contract/basics/call.ts'
import { readCall, routeOf, type CallRequest } from '../http/register-call.ts'
import type { MicroCache } from './micro-cache.ts'
import { readyAnswer, type ReadyAnswer } from './ready-answer.ts'
import { sendReadyAnswer } from './send-ready-answer.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** What a call asks for: requests with the same name get the same answer. */
type Question<C extends Call> = { name: string; answer: () => Promise<CallResponse<C>> }
/** An answer that is for this caller alone, and is made for each request. */
type OwnQuestion<C extends Call> = { name?: undefined; answer: () => Promise<CallResponse<C>> }

/**
 * As `registerCall`, for public calls. Their answer is the same for every client, so it is made once and sent as bytes until
 * it changes.
 * @param ask the question of a query. Its name contains only what the answer depends on, so that no query can fill the cache
 *   with copies of one answer.
 */
export function serveCached<C extends Call>(
  app: FastifyInstance,
  call: C,
  cache: MicroCache<ReadyAnswer>,
  ask: (query: CallQuery<C>, caller: CallRequest<C>['caller']) => Question<C> | OwnQuestion<C>,
): void {
  app.route({
    ...routeOf(call),
    handler: async (request, reply) => {
      const { query, caller } = readCall<C>(request, reply)
      const question = ask(query, caller)
      if (question.name === undefined) return question.answer()
      return sendReadyAnswer(request, reply, await findReady(cache, call, reply, question))
    },
  })
}

/** The same for calls that are not public but have the same answer for every caller who may make them. */
export function serveCachedForCallers<C extends Call>(
  app: FastifyInstance,
  call: C,
  cache: MicroCache<ReadyAnswer>,
  ask: (params: CallParams<C>) => Question<C>,
): void {
  app.route({
    ...routeOf(call),
    handler: async (request, reply) => {
      const { headers, body } = await findReady(cache, call, reply, ask(readCall<C>(request, reply).params))
      return reply.headers(headers).send(body)
    },
  })
}

function findReady<C extends Call>(cache: MicroCache<ReadyAnswer>, { path }: C, reply: FastifyReply, { name, answer }: Question<C>) {
  const make = async (outdated: ReadyAnswer | undefined) =>
    readyAnswer(200, JSON_TYPE, Buffer.from(String(reply.serialize(await answer()))), outdated)
  return cache.get(`${path} ${name}`, make)
}
