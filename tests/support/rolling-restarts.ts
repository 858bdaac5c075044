import { setTimeout as delay } from 'node:timers/promises'
import { openBalancer } from './balancer.ts'
import { startShopProcess, type ShopProcess } from './shop-process.ts'

export type RollingRestarts = { answered: number; failed: string[]; exitCodes: (number | null)[] }

const CLIENTS = 6
const PATHS = ['/api/allPartsCount', '/api/pagesParts?page=0&size=9', '/', '/api/reviews', '/no-such-page']

/**
 * Two shops on one database behind a balancer, visitors without a pause, and a SIGTERM for one of them in turn: tells
 * what the visitors saw.
 * @param goOn asked before each restart
 * @param everyMs between a shop's being ready and the next SIGTERM
 */
export async function restartUnderLoad(
  env: NodeJS.ProcessEnv,
  goOn: (round: number) => boolean,
  everyMs: number,
): Promise<RollingRestarts> {
  const balancer = await openBalancer()
  let shops: ShopProcess[] = []
  const seen: RollingRestarts = { answered: 0, failed: [], exitCodes: [] }
  const closing = new AbortController()
  try {
    shops = await Promise.all([startShopProcess(env), startShopProcess(env)])
    for (const { url } of shops) balancer.add(url)
    await bothReady(balancer)
    const visitors = Array.from({ length: CLIENTS }, async (_, visitor) => {
      for (let step = visitor; !closing.signal.aborted; step++) await visit(`${balancer.url}${PATHS[step % PATHS.length]}`, seen)
    })
    for (let round = 0; goOn(round); round++) {
      const [oldest, other] = shops as [ShopProcess, ShopProcess]
      oldest.process.kill('SIGTERM')
      seen.exitCodes.push(await oldest.exit)
      balancer.remove(oldest.url)
      const next = await startShopProcess(env)
      shops = [other, next]
      balancer.add(next.url)
      await bothReady(balancer)
      await delay(everyMs)
    }
    closing.abort()
    await Promise.all(visitors)
    return seen
  } finally {
    closing.abort()
    for (const shop of shops) shop.process.kill('SIGTERM')
    await Promise.all(shops.map(({ exit }) => exit))
    await balancer.close()
  }
}

async function bothReady(balancer: { readyCount(): number }): Promise<void> {
  while (balancer.readyCount() < 2) await delay(20)
}

async function visit(url: string, seen: RollingRestarts): Promise<void> {
  try {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    if (answer.status === 200 || answer.status === 404) seen.answered++
    else seen.failed.push(`${answer.status} ${new URL(url).pathname}`)
  } catch (error) {
    seen.failed.push(`${String(error)} ${new URL(url).pathname}`)
  }
}
