import type { Page } from '@playwright/test'

type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string; elementCount?: number; data?: { type?: string } }
}

/** Events that a press or a key consists of. */
const PRESSES = new Set(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keypress', 'input'])

const LAYOUT = new Set(['LayoutDuration', 'RecalcStyleDuration'])

/** From a press or key to the frame that answers it. */
export type Answer = {
  /**
   * Work of the page's main thread in milliseconds by the processor's clock: what else runs on this machine does not
   * count, nor does drawing pixels, which a graphics card does elsewhere.
   */
  workMs: number
  /** Elements that the browser styled again. */
  styled: number
}

/**
 * The longest answer of a use of a page, on a processor that is `slower` times slower: only there does a frame come
 * before what was put off.
 */
export async function longestAnswer(page: Page, slower: number, use: () => Promise<unknown>): Promise<Answer> {
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const events = await trace(page, async () => {
    await use()
    // The frame of the last answer.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  })
  await processor.detach()
  const [longest] = answersIn(events).toSorted((a, b) => b.workMs - a.workMs)
  if (!longest) throw new Error('Nothing was pressed.')
  return longest
}

/** The same work on every machine, in milliseconds of this one: an empty page gets a plain table of 3,000 cells. */
export async function plainTableMs(page: Page): Promise<number> {
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  const layoutMs = async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return 1_000 * metrics.filter(({ name }) => LAYOUT.has(name)).reduce((sum, { value }) => sum + value, 0)
  }
  const before = await layoutMs()
  await page.evaluate(() => {
    document.body.innerHTML = `<table>${`<tr>${'<td>plain</td>'.repeat(6)}</tr>`.repeat(500)}</table>`
    return document.body.offsetHeight
  })
  const took = (await layoutMs()) - before
  await browser.detach()
  return took
}

async function trace(page: Page, use: () => Promise<unknown>): Promise<TraceEvent[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
  await use()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mainThreads = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf))
  return traceEvents.filter((event) => mainThreads.has(threadOf(event))).toSorted((a, b) => a.ts - b.ts)
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
const mainTasks = (events: TraceEvent[]) => events.filter(({ name }) => name.endsWith('RunTask'))
const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur

function answersIn(events: TraceEvent[]): Answer[] {
  const presses = events.filter(({ name, args }) => name === 'EventDispatch' && PRESSES.has(args.data?.type ?? ''))
  const ofPage = events.filter((event) => presses[0] && threadOf(event) === threadOf(presses[0]))
  const tasks = mainTasks(ofPage)
  const frames = ofPage.filter(({ name }) => name === 'Commit').map(endOf)
  return presses.map((press, index) => {
    // A press that changes nothing has no frame: it ends where the next one begins.
    const next = presses.slice(index + 1).find(({ ts }) => tasks.some((task) => task.ts > endOf(press) && task.ts <= ts))
    const end = Math.min(frames.find((frame) => frame > endOf(press)) ?? Infinity, next?.ts ?? Infinity)
    const between = tasks.filter((task) => endOf(task) > press.ts && task.ts < end)
    const from = between[0]?.ts ?? press.ts
    const styles = ofPage.filter(({ name, ts }) => name === 'UpdateLayoutTree' && ts >= from && ts < end)
    return {
      workMs: between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000,
      styled: styles.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
    }
  })
}
