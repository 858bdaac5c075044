import type { Static, TSchema } from 'typebox'
import type { ApiScope } from './api-keys.ts'

/**
 * Who may make a call. Checked before anything else of the request is looked at.
 * - `public`: everyone
 * - `session`: everyone who is signed in (Bearer access token)
 * - `self`: the person whose email the path or the query names
 * - `selfOrAdmin`: the same, or an admin
 * - `owner`: everyone signed in; what belongs to somebody else is not found, unless an admin asks
 * - `admin`: admins
 * - `identity`: the holder of the identity session's cookie, for the email in the path
 * - `webhook`: the payment provider, by its signature
 */
export type Policy = 'public' | 'session' | 'self' | 'selfOrAdmin' | 'owner' | 'admin' | 'identity' | 'webhook'

/** One call of the shop: the browser, the server and the OpenAPI document all read the same object. */
export type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path below /api, parameters as `:name`. */
  path: string
  policy: Policy
  /** One line for the API document. */
  summary: string
  tag: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Takes an `Idempotency-Key`: repeated with the same one within a day, it does nothing and answers the same. */
  onceByKey?: true
  /** Besides signed-in people, their programs' keys may make this call when they have this scope. */
  scope?: ApiScope
  /** Longest JSON body, in bytes, where the usual quarter of a megabyte is too short. */
  bodyLimitBytes?: number
  /** Name of the one file field, for a call that takes a file (multipart) instead of JSON. */
  upload?: string
  /** What leaves; fields that are not listed never do. */
  response: TSchema
}

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends TSchema ? Static<C[K]> : undefined

export type CallParams<C extends Call> = Part<C, 'params'>
export type CallQuery<C extends Call> = Part<C, 'query'>
export type CallBody<C extends Call> = Part<C, 'body'>
export type CallResponse<C extends Call> = Static<C['response']>

/** Keeps the literal types of a call's definition. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}
