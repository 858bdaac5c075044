import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import type { Call } from '#contract/basics/call.ts'
import { readCall, routeOf, type CallRequest } from '../platform/http/register-call.ts'
import { sendLines, type AnswerWithLines } from './send-lines.ts'

/** As `registerCall`, for answers with lines, possibly thousands. */
export function serveLines<C extends Call>(
  app: FastifyInstance,
  call: C,
  answer: (request: CallRequest<C>) => Promise<AnswerWithLines>,
  needs: FastifyContextConfig = {},
): void {
  serveStream(app, call, async (asked) => sendLines(asked.reply, await answer(asked)), needs)
}

/** As `registerCall`, for answers that are read from the database while they are sent. */
export function serveStream<C extends Call>(
  app: FastifyInstance,
  call: C,
  send: (request: CallRequest<C>) => Promise<FastifyReply>,
  needs: FastifyContextConfig = {},
): void {
  const route = routeOf(call)
  app.route({
    ...route,
    config: { ...route.config, streamed: true, ...needs },
    handler: (request, reply) => send(readCall<C>(request, reply)),
  })
}
