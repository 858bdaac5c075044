import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import type { ListedUser } from '#contract/users.ts'
import { answerInstead, expect, test } from '#tests/support/browser/journey.ts'
import { sampleOrder } from '#tests/support/shops/sample-order.ts'
import { sampleFields } from '#tests/support/shops/sample-part.ts'

const ROWS = 100_000
/** A longer task delays the answer to a key or click noticeably. */
const LONG_TASK_MS = 50

/** A garbage collection can fall into any task. */
const COLLECTIONS = 2

test.describe.configure({ retries: 1 })

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const rowsOf = <Row>(rowAt: (index: number) => Row, count = ROWS) => Array.from({ length: count }, (_, index) => rowAt(index))

const part = (index: number) => ({
  _id: idOf(index),
  ...sampleFields,
  name: `Part ${index}`,
  img: '/favicon.svg',
  partNumber: `P-${index}`,
})
const order = (index: number) => ({ ...sampleOrder, _id: idOf(index), name: `Part ${index}`, paid: index % 2 === 0, shipped: false })
const user = (index: number): ListedUser => ({
  _id: idOf(index),
  email: `buyer-${index}@example.com`,
  displayName: `Buyer ${index}`,
  phone: '',
  education: '',
  address: '',
  role: '',
  blocked: false,
  permissions: [],
})

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/**
 * Tasks of the page's main thread while it is used, the longest first, in milliseconds by the processor's clock: what
 * else runs on this machine does not count.
 */
async function tasksDuring(page: Page, use: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await use()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const mainThreads = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)))
  return tasks.map(({ tdur = 0 }) => tdur / 1_000).toSorted((a, b) => b - a)
}

for (const [path, call, rows] of [
  ['/dashboard/manegeProduct', 'GET /allParts', rowsOf(part)],
  ['/dashboard', 'GET /order?*', rowsOf(order)],
  ['/dashboard/makeAdmin', 'GET /user', rowsOf(user)],
] as const) {
  test(`${path} scrolls through 100,000 rows without a task over ${LONG_TASK_MS} ms`, async ({ office }) => {
    test.slow()
    await answerInstead(office, call, rows)
    await office.setViewportSize({ width: 1440, height: 900 })
    await office.goto(path)
    // On an admin's first screen, below the tables of the overview.
    await expect(office.getByRole('table').last()).toHaveAttribute('aria-rowcount', `${ROWS + 1}`)
    await office.mouse.move(800, 500)
    const wheel = async (times: number, pixels: number) => {
      for (let turn = 0; turn < times; turn++) {
        await office.mouse.wheel(0, pixels)
        await office.waitForTimeout(30)
      }
    }
    // The first rows compile the code that draws the others.
    await wheel(20, 400)

    const tasks = await tasksDuring(office, async () => {
      await wheel(60, 200)
      await wheel(40, 1_000)
      for (const key of ['End', 'Home', 'End', 'PageUp', 'PageUp']) {
        await office.keyboard.press(key)
        await office.waitForTimeout(300)
      }
      // As the scroll bar is dragged.
      for (let share = 0; share <= 1; share += 0.02) {
        await office.evaluate((top) => window.scrollTo(0, top * document.documentElement.scrollHeight), share)
        await office.waitForTimeout(30)
      }
    })

    // oxlint-disable-next-line no-console -- a figure to be read
    console.log(`${path}, ${ROWS} rows, longest tasks of the main thread: ${tasks.slice(0, 5).map(Math.round).join(', ')} ms`)
    expect(tasks.length).toBeGreaterThan(100)
    expect(tasks[COLLECTIONS]).toBeLessThan(LONG_TASK_MS)
  })
}

test('a long list is printed whole up to 2,000 rows, and says how many are left out', async ({ office }) => {
  const printed = async (count: number) => {
    await answerInstead(office, 'GET /user', rowsOf(user, count))
    await office.goto('/dashboard/makeAdmin')
    await expect(office.getByRole('table')).toHaveAttribute('aria-rowcount', `${count + 1}`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await office.pdf())), { mergePages: true })
    return text
  }
  const whole = await printed(1_000)
  expect(new Set(whole.match(/buyer-\d+@example\.com/g)).size).toBe(1_000)
  expect(await office.getByRole('row').count()).toBeLessThan(200)

  const long = await printed(2_500)
  expect(new Set(long.match(/buyer-\d+@example\.com/g)).size).toBe(2_000)
  expect(long).toContain('500 more rows are not printed.')
})
