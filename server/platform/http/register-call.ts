import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { isShopScope, type ApiScope } from '#contract/people/api-keys.ts'
import type { Permission } from '#contract/people/permissions.ts'
import type { Call, CallBody, CallParams, CallQuery, CallResponse, Policy } from '#contract/basics/call.ts'
import Type from 'typebox'
import { ErrorAnswer } from '#contract/basics/errors.ts'
import type { Caller } from './caller.ts'
import { withOneDeadline } from '../limits/one-deadline.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Field of the uploaded file; only for the API document. */
    upload?: string
    /** Only for the API document. */
    takesBytes?: true
    /** The same. */
    takesXml?: true
  }
  interface FastifyContextConfig {
    /** Who may use the route; without it the server does not start. */
    policy?: Policy
    /** People with one of these act as admins. */
    permissions?: readonly Permission[]
    /** An API key needs one of these scopes; without them the route accepts no keys. */
    scopes?: readonly ApiScope[] | 'any'
    /** Public, but sets the caller where there is one. */
    knowsCaller?: true
    /** Its answers say so in headers. */
    deprecated?: Call['deprecated']
    /** The answer stays open: it is not counted as load, and its duration is not measured. Its path has no parameters. */
    staysOpen?: true
  }
  interface FastifyRequest {
    /** Set by the policy check, before the body is read. */
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

type CallerOf<C extends Call> = C extends { knowsCaller: true }
  ? Caller | null
  : C['policy'] extends 'public' | 'webhook' | 'identity'
    ? null
    : Caller

export type CallRequest<C extends Call> = {
  params: CallParams<C>
  query: CallQuery<C>
  body: CallBody<C>
  caller: CallerOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

/** Registers one call of the contract: method, path, policy and schemas come from the call. */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  answer: (request: CallRequest<C>) => Promise<CallResponse<C>> | CallResponse<C>,
): void {
  app.route({
    ...routeOf(call),
    handler: async (request, reply) => withOneDeadline(() => answer(readCall<C>(request, reply))),
  })
}

/** What a handler is given; the call's schemas have checked it. */
export function readCall<C extends Call>(request: FastifyRequest, reply: FastifyReply): CallRequest<C> {
  const { params, query, body, caller } = request
  return { params, query, body, caller, request, reply } as CallRequest<C>
}

export function routeOf(call: Call): Omit<RouteOptions, 'handler'> {
  return {
    method: call.method,
    url: call.path,
    config: {
      policy: call.policy,
      ...(call.permissions && { permissions: call.permissions }),
      ...(call.scopes && { scopes: call.scopes }),
      ...(call.knowsCaller && { knowsCaller: true }),
      ...(call.deprecated && { deprecated: call.deprecated }),
      ...(call.streamsEvents && { staysOpen: true }),
    },
    ...(call.bodyLimitBytes && { bodyLimit: call.bodyLimitBytes }),
    schema: {
      operationId: call.operationId,
      summary: call.summary,
      ...(call.deprecated && { deprecated: true }),
      tags: [call.tag],
      security: securityOf(call),
      ...((call.scopes || call.permissions) && { description: describeWho(call) }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(call.onceByKey && { headers: KeyHeader }),
      ...(call.upload && { upload: call.upload }),
      ...(call.takesBytes && { takesBytes: call.takesBytes }),
      response: { 200: call.response, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
    },
  }
}

function securityOf({ policy, scopes, knowsCaller }: Call): Record<string, string[]>[] {
  if (policy === 'webhook') return []
  // A test key is handled by the sandbox.
  if (policy === 'public' && !knowsCaller) return [{}, { apiKey: [] }]
  if (policy === 'identity') return [{ identitySession: [] }]
  const ofKeys =
    scopes === 'any' || (policy === 'public' && !scopes) ? [{ apiKey: [] }] : (scopes ?? []).map((scope) => ({ apiKey: [scope] }))
  return [...(knowsCaller ? [{}] : []), { accessToken: [] }, ...ofKeys]
}

/** Who else may make the call. */
function describeWho({ method, policy, scopes, permissions }: Call): string {
  const others = policy === 'admin' ? 'For' : policy === 'public' ? 'Tells more to admins, and to' : 'As an admin, for'
  const named = permissions && [...permissions, ...(method === 'GET' ? ['look'] : [])].map((name) => `\`${name}\``)
  const people = named && `${others} people with the permission ${named.join(' or ')}.`
  return [scopes && describeScopes(scopes), people].filter(Boolean).join(' ')
}

function describeScopes(scopes: readonly ApiScope[] | 'any'): string {
  if (scopes === 'any') return 'Takes API keys with any scope.'
  const named = scopes.map((scope) => `\`${scope}\`, and acts ${isShopScope(scope) ? 'for the shop' : 'as its owner, never as an admin'}`)
  return `Takes an API key with the scope ${named.join('; or ')}.`
}
