import { setTimeout as delay } from 'node:timers/promises'
import { ProcessDied, type Work } from './crash-process.ts'
import type { CrashShop } from './crash-rounds.ts'
import type { Signed } from '../load/crowd.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import type { TestShop } from '../shops/open-shop.ts'

const PAUSE_MS = 20

/** One try of a call at a shop that may die over it; undefined when no answer comes. */
export const tryCall = <T>(url: string, { token }: Pick<Signed, 'token'>, method: string, path: string, body?: object, key?: string) =>
  fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(HANG_LIMIT_MS),
  })
    .then(async (response) => ({ status: response.status, json: (await response.json()) as T }))
    .catch(() => undefined)

/** Somebody signed in at a shop whose processes die. */
export class CrashClient {
  readonly shop: TestShop
  readonly #crashShop: CrashShop
  readonly signed: Signed

  constructor(shop: TestShop, crashShop: CrashShop, signed: Signed) {
    this.shop = shop
    this.#crashShop = crashShop
    this.signed = signed
  }

  /**
   * Asks until there is an answer, of whichever process, with the same idempotency key each time if there is one.
   * @throws Error for an answer that is neither 200 nor 503.
   */
  async ask<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
    for (;;) {
      const url = await (await this.#crashShop.current()).url
      const answer = await tryCall<T>(url, this.signed, method, path, body, key)
      if (answer?.status === 200) return answer.json
      if (answer && answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      await delay(PAUSE_MS)
    }
  }

  /** The processor delivers what it has to tell. */
  async webhooks(): Promise<void> {
    const url = await (await this.#crashShop.current()).url
    await this.shop.processor.deliverEvents(`${url}/api/payment-webhook`)
  }

  /** Has a job run to its end, by whichever process. */
  async work(work: Work): Promise<void> {
    for (;;) {
      try {
        return await (await this.#crashShop.current()).run(work)
      } catch (error) {
        if (!(error instanceof ProcessDied)) throw error
      }
    }
  }
}
