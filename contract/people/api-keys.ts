import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, MESSAGE, nullable, requiredText, strictObject } from '../basics/fields.ts'
import { MOST_SPENT_DOLLARS, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import type { Permission, Rights } from './permissions.ts'

/**
 * Scopes of API keys with which a program acts as the key's owner. A call that accepts keys names one or several (contract/basics/call.ts).
 * - `quotes:read`, `quotes:write`: read quotes; save, change, share and delete them
 * - `orders:read`, `orders:write`: read orders; order a quote, change an order, reduce or cancel an unpaid one
 * - `papers:read`: read invoices, credit notes and pro-forma invoices
 * - `payments:write`: pay by bank transfer or on account
 * - `returns:write`: ask for returns and withdraw them
 */
export const customerScopes = [
  'quotes:read',
  'quotes:write',
  'orders:read',
  'orders:write',
  'papers:read',
  'payments:write',
  'returns:write',
] as const

/**
 * Scopes with which a program acts for the shop, as the key's owner does while they are an admin or have this permission. None allows
 * calls about people, rights, keys or settings.
 * - `shipping`: read all orders, print their papers, send and deliver parcels
 * - `stock`: set and add stock, read its ledger, keep deliveries that are expected, say the stages of what is made
 * - `prices`: read and change prices
 * - `parts`: add, change and remove parts
 * - `invoices`: read all invoices and credit notes
 */
export const shopScopes = {
  shipping: 'orders',
  stock: 'parts',
  prices: 'prices',
  parts: 'parts',
  invoices: 'money',
} as const satisfies Record<string, Permission>
export type ShopScope = keyof typeof shopScopes

export const isShopScope = (scope: ApiScope): scope is ShopScope => Object.hasOwn(shopScopes, scope)

export const apiScopes = [...customerScopes, ...(Object.keys(shopScopes) as ShopScope[])]

/** Whether a program with this scope may act for the shop on behalf of this person. */
export const actsForShop = ({ role, permissions }: Pick<Rights, 'role' | 'permissions'>, scope: ApiScope): boolean =>
  isShopScope(scope) && (role === 'admin' || permissions.includes(shopScopes[scope]))

export type ApiScope = (typeof apiScopes)[number]

/**
 * A request with an access token and this header set to 'true' is answered by the sandbox, as one with a test key is. Keys need no
 * header: their form identifies the shop.
 */
export const SANDBOX_HEADER = 'shop-sandbox'

/** Reasons for refusing an agent's order (docs/agents.md). Amounts in dollars. */
export const agentMessages = {
  noLimit: 'Nobody has set what agents may order with this key. Its owner can do so in their profile.',
  aboveOrder: (due: string, most: string) => `This costs ${due}. Agents may order for ${most} at once with this key, tax included.`,
  aboveMonth: (due: string, left: string) =>
    `This costs ${due}. Agents may order for another ${left} with this key this month, tax included.`,
} as const

/** What agents may order with a key, in dollars with tax: in one order, and in a calendar month of UTC. */
const Spending = strictObject({
  perOrder: Type.Number({ exclusiveMinimum: 0, maximum: MOST_SPENT_DOLLARS }),
  perMonth: Type.Number({ exclusiveMinimum: 0, maximum: MOST_SPENT_DOLLARS }),
})

/** A key as its owner sees it after its creation, without the key itself. */
export const ApiKey = Type.Object({
  _id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key' }),
  scopes: Type.Array(Type.Enum(apiScopes)),
  isTest: Type.Boolean({ description: 'Whether it is for the sandbox, where nothing is charged or delivered' }),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: nullable(Type.String({ format: 'date-time' })),
  expiresAt: nullable(Type.String({ format: 'date-time' })),
  spending: nullable(Spending),
})
export type ApiKey = Static<typeof ApiKey>

/** A new key. It expires after `days`, or never without it. A test key is for the sandbox alone (docs/sandbox.md). */
export const NewApiKey = strictObject({
  name: requiredText(TEXT_LIMITS.apiKeyName, messages.apiKeyNameRequired),
  scopes: Type.Array(Type.Enum(apiScopes), { minItems: 1, uniqueItems: true, [MESSAGE]: messages.apiKeyScopesRequired }),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, [MESSAGE]: messages.apiKeyDays })),
  isTest: Type.Optional(Type.Boolean()),
})
export type NewApiKey = Static<typeof NewApiKey>

export const apiKeyCalls = defineCalls('API keys', 'apiKeys', {
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
  limitSpending: {
    method: 'PUT',
    path: '/api-keys/:id/spending',
    policy: 'session',
    summary: 'Set what agents may order with a key by the Model Context Protocol, in dollars with tax; null: nothing',
    params: IdParams,
    body: strictObject({ spending: nullable(Spending) }),
    response: ApiKey,
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
