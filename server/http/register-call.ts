import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { ApiScope } from '#contract/api-keys.ts'
import type { Call, CallBody, CallParams, CallQuery, CallResponse, Policy } from '#contract/call.ts'
import Type from 'typebox'
import { ErrorAnswer } from '#contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { withOneDeadline } from '../payments/one-deadline.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Field of the file that the call takes; for the API document, nothing is checked by it. */
    upload?: string
  }
  interface FastifyContextConfig {
    /** Who may use the route; a route without one stops the server from starting. */
    policy?: Policy
    /** What a key of somebody's program must allow; without it the route takes no keys. */
    scope?: ApiScope
  }
  interface FastifyRequest {
    /** Set by the policy check, before anything else of the request is read. */
    caller: Caller | null
  }
}

const KeyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Any text of your choice, such as a UUID, new for each action: repeated within a day it does nothing twice',
    }),
  ),
})

type CallerOf<P extends Policy> = P extends 'public' | 'webhook' | 'identity' ? null : Caller

export type CallRequest<C extends Call> = {
  params: CallParams<C>
  query: CallQuery<C>
  body: CallBody<C>
  caller: CallerOf<C['policy']>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers one call of the contract: its method, path, policy and schemas come from the call,
 * so a route says only which verb answers.
 */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  answer: (request: CallRequest<C>) => Promise<CallResponse<C>> | CallResponse<C>,
): void {
  app.route({
    ...routeOf(call),
    handler: async (request, reply) =>
      withOneDeadline(() =>
        answer({
          params: request.params as CallParams<C>,
          query: request.query as CallQuery<C>,
          body: request.body as CallBody<C>,
          caller: request.caller as CallerOf<C['policy']>,
          request,
          reply,
        }),
      ),
  })
}

/** What Fastify is told of a call, besides who answers it. */
export function routeOf(call: Call): Omit<RouteOptions, 'handler'> {
  return {
    method: call.method,
    url: call.path,
    config: { policy: call.policy, ...(call.scope && { scope: call.scope }) },
    ...(call.bodyLimitBytes && { bodyLimit: call.bodyLimitBytes }),
    schema: {
      summary: call.summary,
      tags: [call.tag],
      security: securityOf(call),
      ...(call.scope && { description: describeScope(call.scope) }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(call.onceByKey && { headers: KeyHeader }),
      ...(call.upload && { upload: call.upload }),
      response: { 200: call.response, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
    },
  }
}

/** How the API document says who may call. */
function securityOf({ policy, scope }: Call): Record<string, string[]>[] {
  if (policy === 'public' || policy === 'webhook') return []
  if (policy === 'identity') return [{ identitySession: [] }]
  return scope ? [{ accessToken: [] }, { apiKey: [scope] }] : [{ accessToken: [] }]
}

const describeScope = (scope: ApiScope) => `Takes API keys with the scope \`${scope}\`; a key acts as its owner, never as an admin.`

