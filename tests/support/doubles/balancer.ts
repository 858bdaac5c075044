import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

const LOOK_EVERY_MS = 50

/** Passes requests only to the shops that report to be ready, as any balancer does; never retries. */
export type Balancer = {
  url: string
  add(shop: string): void
  remove(shop: string): void
  readyCount(): number
  /** Whether a shop reports not to be ready, and has answered all its requests. */
  hasLeft(shop: string): boolean
  /** Requests that no shop answered, or with a status from 500 on. */
  failed(): readonly string[]
  close(): Promise<void>
}

export async function openBalancer(): Promise<Balancer> {
  const shops = new Map<string, boolean>()
  const open = new Map<string, number>()
  const failed: string[] = []
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const closing = new AbortController()

  async function look(): Promise<void> {
    while (!closing.signal.aborted) {
      await Promise.all(
        [...shops.keys()].map(async (shop) => {
          const ready = await ask(`${shop}/readyz`)
          if (shops.has(shop)) shops.set(shop, ready)
        }),
      )
      await delay(LOOK_EVERY_MS)
    }
  }

  const server = createServer((incoming, outgoing) => {
    const ready = [...shops].filter(([, isReady]) => isReady).map(([shop]) => shop)
    const shop = ready[turn++ % ready.length]
    const fail = (reason: string | number) => failed.push(`${incoming.method} ${incoming.url}: ${reason}`)
    if (shop === undefined) {
      fail('no shop is ready')
      return void outgoing.writeHead(502).end('no shop is ready')
    }
    const count = (change: number) => open.set(shop, (open.get(shop) ?? 0) + change)
    count(1)
    outgoing.once('close', () => count(-1))
    passOn(agent, shop, incoming, outgoing, fail)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const looking = look()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (shop) => void shops.set(shop, false),
    remove: (shop) => void shops.delete(shop),
    readyCount: () => [...shops.values()].filter(Boolean).length,
    failed: () => failed,
    hasLeft: (shop) => shops.get(shop) === false && !open.get(shop),
    async close() {
      closing.abort()
      await looking
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ask = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(HANG_LIMIT_MS) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

function passOn(
  agent: Agent,
  shop: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fail: (reason: string | number) => void,
): void {
  const onward = request(`${shop}${incoming.url}`, { agent, method: incoming.method, headers: incoming.headers })
  onward.on('response', (answer) => {
    const status = answer.statusCode! // an answer has one
    if (status >= 500) fail(status)
    outgoing.writeHead(status, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', (error) => {
    // A visitor who leaves ends the request, too.
    if (!outgoing.destroyed) fail(error.message)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(error.message)
  })
  incoming.pipe(onward)
}
