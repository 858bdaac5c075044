import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShopProcess, type ShopProcess } from '../../tests/support/shops/shop-process.ts'

/*
 * node scripts/build-storefront.ts && node bench/load/cost-of-traces.ts [ROUNDS] [SECONDS]
 *
 * Two trial shops, one of which sends traces to a collector on loopback, are read in turn (docs/operations.md). Prints the answers of each
 * in a second, and the median of their ratios.
 */

const [rounds = 6, seconds = 4] = process.argv.slice(2).map(Number)
const AT_ONCE = 8
/** From memory, and with a statement of the database each. */
const READS = ['/api/allParts', '/api/pagesParts?page=0&size=9&q=']

const collector = createServer((request, response) => request.resume().on('end', () => response.end()))
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const { port } = collector.address() as AddressInfo
const room = await mkdtemp(join(tmpdir(), 'teleforge-traces-'))
const open = (name: string, env: NodeJS.ProcessEnv) => startShopProcess({ DATA_DIR: join(room, name), SANDBOX_DATABASE_URL: 'off', ...env })
const off = await open('off', {})
const on = await open('on', { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })

/** Answers in a second. */
async function read({ url }: ShopProcess, path: string): Promise<number> {
  const startedAt = performance.now()
  let answers = 0
  const lane = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const answer = await fetch(url + path + (path.endsWith('=') ? crypto.randomUUID() : ''))
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return (answers / (performance.now() - startedAt)) * 1_000
}

for (const path of READS) {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [off, on] : [on, off]
    const speeds = new Map<ShopProcess, number>()
    for (const shop of order) speeds.set(shop, await read(shop, path))
    const [without, traced] = [speeds.get(off)!, speeds.get(on)!]
    ratios.push(traced / without)
    console.log(`${path}: ${without.toFixed(0)} a second without traces, ${traced.toFixed(0)} with`)
  }
  console.log(`${path}: with traces ${ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!.toFixed(2)} of what it answers without`)
}

for (const shop of [off, on]) {
  shop.process.kill('SIGTERM')
  await shop.exit
}
collector.close()
await rm(room, { recursive: true, force: true })
