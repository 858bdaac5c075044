import type { Page } from '@playwright/test'

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/**
 * Tasks of the page's main thread while it is used, the longest first, in milliseconds by the processor's clock: what
 * else runs on this machine does not count.
 */
export async function tasksDuring(page: Page, use: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await use()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const mainThreads = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)))
  if (tasks.length < 100) throw new Error(`The browser's trace has only ${tasks.length} tasks.`)
  return tasks.map(({ tdur = 0 }) => tdur / 1_000).toSorted((a, b) => b - a)
}
