import { setTimeout as delay } from 'node:timers/promises'
import { openBalancer, type Balancer } from '../doubles/balancer.ts'
import { startShopProcess, type ShopProcess } from '../shops/shop-process.ts'
import { signalToContinue } from './until-signal.ts'

/** The visitors' results. */
export type Seen = { answered: number; failed: string[] }
export type RollingRestarts = Seen & { exitCodes: (number | null)[] }

/** Fewer than are ever refused, on a machine of any speed. */
const CLIENTS = 4
/** Answers from the cache, a rendered page, a database query, and a request with a body. */
const ASKED: { path: string; body?: object }[] = [
  { path: '/api/allPartsCount' },
  { path: '/' },
  { path: '/no-such-page' },
  { path: '/reset-password?token=nobodys' },
  { path: `/api/shared-quotes/${'a'.repeat(43)}` },
  { path: '/api/quotes/price', body: { lines: [{ text: 'panel', quantity: '2,000 pcs' }] } },
]

/**
 * Two shops on one database behind a balancer, continuous visitors, and a SIGTERM for one shop after the other: returns the visitors'
 * results. With `drainUntilSignal` in `env` a shop answers until the balancer sends it no more requests.
 * @param goOn called before each restart
 * @param pause between a shop's being ready and the next SIGTERM
 */
export async function restartUnderLoad(
  env: NodeJS.ProcessEnv,
  goOn: (round: number) => boolean,
  pause: (seen: Seen) => Promise<unknown>,
): Promise<RollingRestarts> {
  const balancer = await openBalancer()
  let shops: ShopProcess[] = []
  const seen: RollingRestarts = { answered: 0, failed: [], exitCodes: [] }
  const closing = new AbortController()
  const waitsForSignal = env['WAIT_UNTIL_SIGNAL'] !== undefined
  try {
    shops = await Promise.all([startShopProcess(env), startShopProcess(env)])
    for (const { url } of shops) balancer.add(url)
    await bothReady(balancer)
    const visitors = visitShop(balancer.url, closing.signal, seen)
    for (let round = 0; goOn(round); round++) {
      const [oldest, other] = shops as [ShopProcess, ShopProcess]
      oldest.process.kill('SIGTERM')
      if (waitsForSignal) {
        while (!balancer.hasLeft(oldest.url)) await delay(20)
        signalToContinue(oldest)
      }
      seen.exitCodes.push(await oldest.exit)
      balancer.remove(oldest.url)
      const next = await startShopProcess(env)
      shops = [other, next]
      balancer.add(next.url)
      await bothReady(balancer)
      await pause(seen)
    }
    closing.abort()
    await visitors
    return seen
  } finally {
    closing.abort()
    for (const shop of shops) {
      shop.process.kill('SIGTERM')
      if (waitsForSignal) signalToContinue(shop)
    }
    await Promise.all(shops.map(({ exit }) => exit))
    await balancer.close()
  }
}

/** Until visitors have received this many more answers. */
export async function answeredMore(seen: Seen, times: number): Promise<void> {
  const enough = seen.answered + times
  while (seen.answered < enough) await delay(20)
}

/** Continuous visitors, until they are aborted. */
export async function visitShop(url: string, leaving: AbortSignal, seen: Seen): Promise<void> {
  const visitors = Array.from({ length: CLIENTS }, async (_, visitor) => {
    for (let step = visitor; !leaving.aborted; step++) await visit(url, ASKED[step % ASKED.length]!, seen, leaving) // below the length
  })
  await Promise.all(visitors)
}

async function bothReady(balancer: Balancer): Promise<void> {
  while (balancer.readyCount() < 2) await delay(20)
}

/** A process that was killed may have taken a request with it: its answer is waited for until the visitor leaves. */
async function visit(shopUrl: string, { path, body }: (typeof ASKED)[number], seen: Seen, signal: AbortSignal): Promise<void> {
  try {
    const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${shopUrl}${path}`, { ...sent, signal })
    await answer.arrayBuffer()
    // Pricing is limited per network and hour.
    if ([200, 404, 429].includes(answer.status)) seen.answered++
    else seen.failed.push(`${answer.status} ${path}`)
  } catch (error) {
    if (!signal.aborted) seen.failed.push(`${String(error)} ${path}`)
  }
}
