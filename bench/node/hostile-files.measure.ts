import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shops/open-shop.ts'
import { report } from '../measured.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
const ACCOUNTS = 10
/** Senders without an account that never rest. */
const STRANGERS = 10
const LOOK_MS = 20
/** A reader process in which every file keeps its processor busy until the system ends it. */
const OBEDIENT = join(import.meta.dirname, '../../tests/support/hostile/obedient-reader.ts')

test('health while every reader is kept busy by ten accounts and by senders without one', async () => {
  const shop = await openShop({ readers: { program: OBEDIENT } })
  const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => shop.customer('hostile')))
  const over = new AbortController()
  const statuses = new Map<string, number>()
  const keepSending = async (who: string, path: string, headers: Record<string, string>, body: () => string) => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: body(), signal: over.signal }).catch(() => undefined)
      await answer?.text().catch(() => {})
      if (answer) statuses.set(`${who} ${answer.status}`, (statuses.get(`${who} ${answer.status}`) ?? 0) + 1)
    }
  }
  const spin = () => `spin ${randomUUID()}`
  const attributes = () => `<cXML payloadID="${randomUUID()}" ${Array.from({ length: 40_000 }, (_, n) => `a${n}="${n}"`).join(' ')}/>`
  const senders = [
    ...accounts.map(({ token }) =>
      keepSending('account', '/api/quotes/read', { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }, spin),
    ),
    ...Array.from({ length: STRANGERS }, () => keepSending('stranger', '/api/punchout/cxml', { 'content-type': 'text/xml' }, attributes)),
  ]

  const took: number[] = []
  const until = performance.now() + SECONDS * 1_000
  while (performance.now() < until) {
    const start = performance.now()
    const { status } = await fetch(`${url}/healthz`)
    expect(status).toBe(200)
    took.push(performance.now() - start)
    await delay(LOOK_MS)
  }
  over.abort()
  await Promise.all(senders)

  const sorted = took.toSorted((a, b) => a - b)
  const note = [...statuses].map(([what, times]) => `${what}: ${times}`).join(', ')
  report({ what: 'health beside hostile files, the slowest answer', found: sorted.at(-1)!, unit: 'ms', atMost: 200, note })
  report({ what: 'health beside hostile files, 99 of 100', found: sorted[Math.floor(sorted.length * 0.99)]!, unit: 'ms' })
})
