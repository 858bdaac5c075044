import { setTimeout as delay } from 'node:timers/promises'
import { ProcessDied, type Work } from './crash-process.ts'
import type { ErrorCode } from '#contract/basics/errors.ts'
import type { CrashShop } from './crash-rounds.ts'
import type { Signed } from '../load/crowd.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import type { TestShop } from '../shops/open-shop.ts'

const PAUSE_MS = 20

/** One attempt of a call at a shop that may die during it; undefined without an answer. */
export const tryCall = <T>(url: string, { token }: Pick<Signed, 'token'>, method: string, path: string, body?: object, key?: string) =>
  fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(HANG_LIMIT_MS),
  })
    .then(async (response) => ({ status: response.status, json: (await response.json()) as T }))
    .catch(() => undefined)

/** A person signed in at a shop whose processes die. */
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
   * Retries until any process answers, each time with the same idempotency key if there is one.
   * @throws Error for an answer that is neither 200 nor 503.
   */
  async ask<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
    const { status, json } = await this.#answer<T>(method, path, body, key)
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }

  async #answer<T>(method: string, path: string, body?: object, key?: string): Promise<{ status: number; json: T }> {
    for (;;) {
      const process = await this.#crashShop.current()
      const answer = await tryCall<T>(await process.url, this.signed, method, path, body, key)
      if (answer && answer.status !== 503) {
        process.hasAnswered(`${method} ${path.replaceAll(/[\da-f-]{36}/g, 'ID')}`)
        return answer
      }
      await delay(PAUSE_MS)
    }
  }

  /** Retries until it is done: the refusal with this code says that an earlier attempt without an answer succeeded. */
  async do(method: string, path: string, body: object | undefined, doneBefore: ErrorCode): Promise<void> {
    const { status, json } = await this.#answer<{ code?: ErrorCode }>(method, path, body)
    if (status !== 200 && json.code !== doneBefore) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
  }

  /** The processor delivers its waiting messages. */
  async webhooks(): Promise<void> {
    const url = await (await this.#crashShop.current()).url
    await this.shop.processor.deliverEvents(`${url}/api/payment-webhook`)
  }

  /** Runs a job to its end, in any process. */
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
