import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import type { StockedPart } from '#contract/low-stock.ts'
import type { ListedUser } from '#contract/users.ts'
import { answerInstead, expect, test } from '#tests/support/browser/journey.ts'
import { sampleOrder } from '#tests/support/shops/sample-order.ts'

const ROWS = 100_000
/** Just more than a table keeps in the document. */
const FEW_ROWS = 300
/** A longer task delays the answer to a key or click noticeably. */
const LONG_TASK_MS = 50

/** A garbage collection can fall into any task. */
const COLLECTIONS = 2

test.describe.configure({ retries: 1 })

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const rowsOf = <Row>(rowAt: (index: number) => Row, count = ROWS) => Array.from({ length: count }, (_, index) => rowAt(index))

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

/** The longest tasks while a list of so many rows is scrolled in every way, the longest first, in milliseconds. */
async function tasksOfScrolling(page: Page, path: string, call: `${string} ${string}`, rows: unknown[]): Promise<number[]> {
  await answerInstead(page, call, rows)
  await page.goto(path)
  // On an admin's first screen, below the tables of the overview.
  await expect(page.getByRole('table').last()).toHaveAttribute('aria-rowcount', `${rows.length + 1}`)
  await page.mouse.move(800, 500)
  const wheel = async (times: number, pixels: number) => {
    for (let turn = 0; turn < times; turn++) {
      await page.mouse.wheel(0, pixels)
      await page.waitForTimeout(30)
    }
  }
  // The first rows compile the code that draws the others.
  await wheel(20, 400)

  const tasks = await tasksDuring(page, async () => {
    await wheel(60, 200)
    await wheel(40, 1_000)
    for (const key of ['End', 'Home', 'End', 'PageUp', 'PageUp']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(300)
    }
    // As the scroll bar is dragged.
    for (let share = 0; share <= 1; share += 0.02) {
      await page.evaluate((top) => window.scrollTo(0, top * document.documentElement.scrollHeight), share)
      await page.waitForTimeout(30)
    }
  })

  // oxlint-disable-next-line no-console -- a figure to be read
  console.log(`${path}, ${rows.length} rows, longest tasks of the main thread: ${tasks.slice(0, 5).map(Math.round).join(', ')} ms`)
  expect(tasks.length).toBeGreaterThan(100)
  return tasks
}

for (const [path, call, rowAt] of [
  ['/dashboard', 'GET /order?*', order],
  ['/dashboard/makeAdmin', 'GET /user', user],
] as const) {
  test(`${path} scrolls through 100,000 rows as smoothly as through ${FEW_ROWS}`, async ({ office }) => {
    test.slow()
    await office.setViewportSize({ width: 1440, height: 900 })
    const few = await tasksOfScrolling(office, path, call, rowsOf<unknown>(rowAt, FEW_ROWS))
    const all = await tasksOfScrolling(office, path, call, rowsOf<unknown>(rowAt))
    // On a slow machine the tasks of a short list are long, too.
    expect(all[COLLECTIONS]).toBeLessThan(Math.max(LONG_TASK_MS, 1.5 * few[COLLECTIONS]!))
  })
}

const part = (index: number): StockedPart => ({
  _id: idOf(index),
  name: `Part ${index}`,
  description: 'A part',
  img: '/images/none.webp',
  price: 2.5,
  available: index,
  partNumber: `P-${index}`,
  priceBreaks: [],
  leadDays: 15,
  lowStockBelow: null,
})

test(`Manege Product is searched, sorted and turned among 100,000 parts without a task over ${LONG_TASK_MS} ms`, async ({ office }) => {
  test.slow()
  await answerInstead(office, 'GET /parts?*', { count: ROWS, page: 0, all: ROWS, soldOut: 0, low: 0, parts: rowsOf(part, 50) })
  await office.goto('/dashboard/manegeProduct')
  await expect(office.getByRole('button', { name: 'Change all 100,000' })).toBeVisible()
  const use = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await office.getByRole('link', { name: /^Next/ }).click()
      await office.waitForTimeout(200)
    }
    await office.getByRole('button', { name: 'Quality' }).click()
    await office.getByRole('searchbox', { name: 'Part number or name' }).last().pressSequentially('driver board', { delay: 60 })
    await office.waitForTimeout(500)
  }
  // The first time compiles the code.
  await use()

  const tasks = await tasksDuring(office, use)

  // oxlint-disable-next-line no-console -- a figure to be read
  console.log(`Manege Product, ${ROWS} parts, longest tasks of the main thread: ${tasks.slice(0, 5).map(Math.round).join(', ')} ms`)
  expect(tasks.length).toBeGreaterThan(100)
  expect(tasks[COLLECTIONS]).toBeLessThan(LONG_TASK_MS)
})

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
