import { inject } from 'vitest'
import { SANDBOX_HEADER } from '#contract/people/api-keys.ts'
import { inDatabase } from '#database/in-database.ts'
import { leadToSandbox } from '#server/run/sandbox-shop/lead-to-sandbox.ts'
import { sandboxConnection } from '#server/run/sandbox-shop/sandbox-database.ts'
import { openSandboxShop, type SandboxPlace, type SandboxShop } from '#server/run/sandbox-shop/sandbox-shop.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import type { TestShop } from './open-shop.ts'

type Answer = { status: number; headers: Headers; text: string; json<T = Record<string, unknown>>(): T }

export type ShopWithSandbox = {
  url: string
  place: SandboxPlace
  /** The sandbox, opened at the first use. */
  opened(): Promise<SandboxShop>
  /** How often it was opened. */
  openings(): number
  /** Calls the listening shop with a key, or with an access token in the sandbox. */
  ask(credential: string | undefined, method: string, path: string, body?: object): Promise<Answer>
}

/** Lets a shop listen on loopback, with a separate sandbox. */
export async function withSandbox(shop: TestShop): Promise<ShopWithSandbox> {
  const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
  const connection = inDatabase(inject('postgres'), rows[0]!.name)
  const place = { shop: connection, sandbox: sandboxConnection(connection, undefined), stepSeconds: 0.5 }
  let opening: Promise<SandboxShop> | undefined
  let openings = 0
  const open = () => {
    openings += 1
    return (opening = openSandboxShop(shop.services, place))
  }
  const close = leadToSandbox(shop.app.server, { db: shop.db, log: shop.services.log, open, waitMs: HANG_LIMIT_MS })
  afterTheFile(close)
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: address,
    place,
    opened: () => opening ?? open(),
    openings: () => openings,
    async ask(credential, method, path, body) {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          ...(credential !== undefined && { authorization: `Bearer ${credential}`, [SANDBOX_HEADER]: 'true' }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, json: <T>() => JSON.parse(text) as T }
    },
  }
}
