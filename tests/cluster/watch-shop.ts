import { setTimeout as delay } from 'node:timers/promises'
import type { Load } from '#tests/support/crash/crash-load.ts'

/** What buyers and visitors of one shop see during one fault; times in ms. */
export type Seen = {
  /** When a purchase was confirmed, from the first look to the last, by the clock of `performance.now()`. */
  purchases: number[]
  endedAt: number
  pages: number
  /** Pages that answered something other than 200, or nothing, each once. */
  failedPages: string[]
  slowestPageMs: number
}

const LOOK_EVERY_MS = 25
const PAGE_EVERY_MS = 250
/** Nobody waits longer for a page. */
const PAGE_LIMIT_MS = 10_000
const PAGES = ['/', '/inventory', '/api/allPartsCount', '/api/allParts']

/** Watches a shop's purchases and its pages until it is told to stop. */
export function watchShop(url: string, load: Load): { stop(): Promise<Seen> } {
  const seen: Seen = { purchases: [performance.now()], endedAt: 0, pages: 0, failedPages: [], slowestPageMs: 0 }
  const state = { stopping: false }

  const purchases = async () => {
    let known = load.confirmed.orders.length
    while (!state.stopping) {
      await delay(LOOK_EVERY_MS)
      if (load.confirmed.orders.length > known) seen.purchases.push(performance.now())
      known = load.confirmed.orders.length
    }
  }
  const visits = async () => {
    for (let step = 0; !state.stopping; step++) {
      await visit(`${url}${PAGES[step % PAGES.length]}`, seen)
      await delay(PAGE_EVERY_MS)
    }
  }
  const working = Promise.all([purchases(), visits()])
  return {
    async stop() {
      state.stopping = true
      await working
      seen.endedAt = performance.now()
      return seen
    },
  }
}

async function visit(url: string, seen: Seen): Promise<void> {
  const begun = performance.now()
  const answer = await fetch(url, { signal: AbortSignal.timeout(PAGE_LIMIT_MS) }).then(
    async (response) => ({ text: await response.text(), status: response.status }),
    (error: unknown) => ({ text: '', status: String(error) }),
  )
  seen.pages++
  seen.slowestPageMs = Math.max(seen.slowestPageMs, performance.now() - begun)
  const failure = `${answer.status} ${new URL(url).pathname}`
  if (answer.status !== 200 && !seen.failedPages.includes(failure)) seen.failedPages.push(failure)
}
