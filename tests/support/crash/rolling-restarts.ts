import { setTimeout as delay } from 'node:timers/promises'
import { openBalancer, type Balancer } from '../doubles/balancer.ts'
import { startShopProcess, type ShopProcess } from '../shops/shop-process.ts'
import { tellToGoOn } from './until-told.ts'

/** What visitors saw. */
export type Seen = { answered: number; failed: string[] }
export type RollingRestarts = Seen & { exitCodes: (number | null)[] }

/** Fewer than are ever turned away, however slow the machine is. */
const CLIENTS = 4
/** Answers from the cache, a page that is drawn anew, a question to the database, and a body that is read. */
const ASKED: { path: string; body?: object }[] = [
  { path: '/api/allPartsCount' },
  { path: '/' },
  { path: '/no-such-page' },
  { path: '/reset-password?token=nobodys' },
  { path: `/api/shared-quotes/${'a'.repeat(43)}` },
  { path: '/api/quotes/price', body: { lines: [{ text: 'panel', quantity: '2,000 pcs' }] } },
]

/**
 * Two shops on one database behind a balancer, visitors without a pause, and a SIGTERM for one of them in turn: tells
 * what the visitors saw. With `drainUntilTold` in `env` a shop answers until the balancer asks it nothing any more.
 * @param goOn asked before each restart
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
  const isTold = env['WAIT_UNTIL_TOLD'] !== undefined
  try {
    shops = await Promise.all([startShopProcess(env), startShopProcess(env)])
    for (const { url } of shops) balancer.add(url)
    await bothReady(balancer)
    const visitors = visitShop(balancer.url, closing.signal, seen)
    for (let round = 0; goOn(round); round++) {
      const [oldest, other] = shops as [ShopProcess, ShopProcess]
      oldest.process.kill('SIGTERM')
      if (isTold) {
        while (!balancer.hasLeft(oldest.url)) await delay(20)
        tellToGoOn(oldest)
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
      if (isTold) tellToGoOn(shop)
    }
    await Promise.all(shops.map(({ exit }) => exit))
    await balancer.close()
  }
}

/** Until visitors have been answered so many times more. */
export async function answeredMore(seen: Seen, times: number): Promise<void> {
  const enough = seen.answered + times
  while (seen.answered < enough) await delay(20)
}

/** Visitors without a pause, until they are told to leave. */
export async function visitShop(url: string, leaving: AbortSignal, seen: Seen): Promise<void> {
  const visitors = Array.from({ length: CLIENTS }, async (_, visitor) => {
    for (let step = visitor; !leaving.aborted; step++) await visit(url, ASKED[step % ASKED.length]!, seen) // below the length
  })
  await Promise.all(visitors)
}

async function bothReady(balancer: Balancer): Promise<void> {
  while (balancer.readyCount() < 2) await delay(20)
}

async function visit(shopUrl: string, { path, body }: (typeof ASKED)[number], seen: Seen): Promise<void> {
  try {
    const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${shopUrl}${path}`, sent)
    await answer.arrayBuffer()
    // Of one network so many may be priced within an hour.
    if ([200, 404, 429].includes(answer.status)) seen.answered++
    else seen.failed.push(`${answer.status} ${path}`)
  } catch (error) {
    seen.failed.push(`${String(error)} ${path}`)
  }
}
