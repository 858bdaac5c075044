import Type, { type Static } from 'typebox'
import { defineCalls } from './call.ts'
import { Id, IdParams, MESSAGE, nullable, requiredText, strictObject } from './fields.ts'
import { TEXT_LIMITS } from './limits.ts'
import { messages } from './messages.ts'

/**
 * Scopes of API keys. A call that accepts keys names one or several of them (contract/call.ts).
 * - `quotes:read`, `quotes:write`: read quotes; save, change, share and delete them
 * - `orders:read`, `orders:write`: read orders; order a quote, change an order, reduce or cancel an unpaid one
 * - `shipping`: act for the shop: read all orders, print their papers, send and deliver parcels. For keys of admins, while they are
 *   admins
 */
export const customerScopes = ['quotes:read', 'quotes:write', 'orders:read', 'orders:write'] as const
export const apiScopes = [...customerScopes, 'shipping'] as const
export type ApiScope = (typeof apiScopes)[number]

/** A key as its owner sees it after its creation, without the key itself. */
export const ApiKey = Type.Object({
  _id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key' }),
  scopes: Type.Array(Type.Enum([...apiScopes])),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: nullable(Type.String({ format: 'date-time' })),
  expiresAt: nullable(Type.String({ format: 'date-time' })),
})
export type ApiKey = Static<typeof ApiKey>

/** A new key. It expires after `days`, or never without it. */
export const NewApiKey = strictObject({
  name: requiredText(TEXT_LIMITS.apiKeyName, messages.apiKeyNameRequired),
  scopes: Type.Array(Type.Enum([...apiScopes]), { minItems: 1, uniqueItems: true, [MESSAGE]: messages.apiKeyScopesRequired }),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, [MESSAGE]: messages.apiKeyDays })),
})
export type NewApiKey = Static<typeof NewApiKey>

export const apiKeyCalls = defineCalls('API keys', {
  mine: {
    method: 'GET',
    path: '/api-keys',
    policy: 'session',
    summary: "The caller's keys that are not revoked, oldest first",
    response: Type.Array(ApiKey),
  },
  create: {
    method: 'POST',
    path: '/api-keys',
    policy: 'session',
    summary: 'Create a key, once the email address is confirmed; the answer is the only one that ever shows it',
    body: NewApiKey,
    response: Type.Object({ key: Type.String(), apiKey: ApiKey }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api-keys/:id',
    policy: 'owner',
    summary: 'Revoke a key; it is refused from the next call on',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
})
