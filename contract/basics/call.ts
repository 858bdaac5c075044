import type { Static, TSchema } from 'typebox'
import type { ApiScope } from '../people/api-keys.ts'
import type { Permission } from '../people/permissions.ts'

/**
 * Who may make a call. Checked before any other part of the request.
 * - `public`: everyone
 * - `session`: everyone who is signed in (Bearer access token)
 * - `self`: the user whose email is in the path or the query
 * - `selfOrAdmin`: the same, or an admin
 * - `owner`: everyone signed in; objects of other users are not found, except by admins
 * - `admin`: admins
 * - `identity`: the bearer of the identity session's cookie, for the email in the path
 * - `webhook`: the payment or the mail provider, by its signature
 */
export type Policy = 'public' | 'session' | 'self' | 'selfOrAdmin' | 'owner' | 'admin' | 'identity' | 'webhook'

/** A call of the shop, read by the browser, the server and the OpenAPI document. */
export type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path below /api, parameters as `:name`. */
  path: string
  policy: Policy
  /** People with one of these permissions make this call as an admin does. */
  permissions?: readonly Permission[]
  /** One line for the API document. */
  summary: string
  tag: string
  /** Unique name, by which generated clients have the call: `quotesSave`. */
  operationId: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /**
   * Accepts an `Idempotency-Key`: a repeated call with the same key within a day has no effect and gets the same
   * answer.
   */
  onceByKey?: true
  /** An idempotent POST: programs may send it again. */
  mayRepeat?: true
  /** API keys with one of these scopes may make this call, too; `any`: every key. */
  scopes?: readonly ApiScope[] | 'any'
  /** A public call with a fuller answer for a signed-in caller, or a key with one of the scopes. Other credentials are ignored. */
  knowsCaller?: true
  /** Since which day (UTC) another call should be used instead, and from which day on this one may be removed. */
  deprecated?: { since: string; until?: string; use: string }
  /** Maximum size of the JSON body in bytes; by default a quarter of a megabyte. */
  bodyLimitBytes?: number
  /** Answers with server-sent events (`text/event-stream`), and stays open. */
  streamsEvents?: true
  /** Takes bytes (`application/octet-stream`) instead of JSON. */
  takesBytes?: true
  /** Name of the one file field, for a call that takes a file (multipart) instead of JSON. */
  upload?: string
  /** Answer by status. Fields that are not listed are never sent. */
  response: TSchema
}

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends TSchema ? Static<C[K]> : undefined

export type CallParams<C extends Call> = Part<C, 'params'>
export type CallQuery<C extends Call> = Part<C, 'query'>
export type CallBody<C extends Call> = Part<C, 'body'>
export type CallResponse<C extends Call> = Static<C['response']>

/**
 * Calls under one tag of the API document; keeps the literal types of their definitions. `group` is the name of the file, as in the
 * shop's own client (`client.quotes.save`).
 */
export function defineCalls<const C extends Record<string, Omit<Call, 'tag' | 'operationId'>>>(tag: string, group: string, calls: C) {
  const named = Object.entries(calls).map(([name, call]) => [
    name,
    { ...call, tag, operationId: `${group}${name.charAt(0).toUpperCase()}${name.slice(1)}` },
  ])
  return Object.fromEntries(named) as { [K in keyof C]: C[K] & { tag: string; operationId: string } }
}
