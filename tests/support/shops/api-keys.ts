import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { ApiKey, ApiScope, NewApiKey } from '#contract/people/api-keys.ts'
import type { Customer, TestShop } from './open-shop.ts'

/** A key, and a program of its owner that makes calls with it. */
export type Program = {
  key: string
  apiKey: ApiKey
  ask(method: NonNullable<InjectOptions['method']>, path: string, body?: object): Promise<LightMyRequestResponse>
}

/** Creates a key as its owner does, and hands it to a program. */
export async function programOf(
  shop: TestShop,
  owner: Customer,
  scopes: readonly ApiScope[],
  more: Partial<NewApiKey> = {},
): Promise<Program> {
  const created = await owner.post('/api-keys', { name: 'Purchasing', scopes, ...more })
  if (created.statusCode !== 200) throw new Error(`The key was refused: ${created.body}`)
  const { key, apiKey } = created.json<{ key: string; apiKey: ApiKey }>()
  return { key, apiKey, ask: askWith(shop, key) }
}

/** Calls with this key as Bearer. */
export const askWith =
  ({ app }: TestShop, key: string): Program['ask'] =>
  (method, path, body) =>
    app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${key}` }, ...(body && { payload: body }) })
