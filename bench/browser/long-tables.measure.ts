import type { Page } from '@playwright/test'
import type { StockedPart } from '../../contract/parts/low-stock.ts'
import type { ListedUser } from '../../contract/people/users.ts'
import { answerInstead, expect, test } from '../../tests/support/browser/journey.ts'
import { sampleOrder } from '../../tests/support/shops/sample-order.ts'
import { report } from '../measured.ts'
import { tasksDuring } from './main-thread.ts'

const ROWS = 100_000
/** Just more than a table keeps in the document. */
const FEW_ROWS = 300
/** A longer task delays the answer to a key or click noticeably. */
const LONG_TASK_MS = 50
/** A garbage collection can fall into any task: so many of the longest are left out. */
const COLLECTIONS = 2

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const rowsOf = (rowAt: (index: number) => unknown, count: number) => Array.from({ length: count }, (_, index) => rowAt(index))

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

const longest = (tasks: number[]) => `the longest ${tasks.slice(0, 5).map(Math.round).join(', ')} ms`

/** The tasks while a list of these rows is scrolled in every way. */
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

  return tasksDuring(page, async () => {
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
}

for (const [path, call, rowAt] of [
  ['/dashboard', 'GET /order?*', order],
  ['/dashboard/makeAdmin', 'GET /user', user],
] as const) {
  test(`scrolling ${path}`, async ({ office }) => {
    await office.setViewportSize({ width: 1_440, height: 900 })
    const few = await tasksOfScrolling(office, path, call, rowsOf(rowAt, FEW_ROWS))
    const all = await tasksOfScrolling(office, path, call, rowsOf(rowAt, ROWS))
    report({
      what: `${path} scrolled through ${ROWS.toLocaleString('en')} rows, third longest task`,
      found: all[COLLECTIONS]!,
      unit: 'ms',
      // On a slow machine the tasks of a short list are long, too.
      atMost: Math.max(LONG_TASK_MS, 1.5 * few[COLLECTIONS]!),
      note: `${longest(all)}; of ${FEW_ROWS} rows ${longest(few)}`,
    })
  })
}

test('searching, sorting and turning Manege Product', async ({ office }) => {
  await answerInstead(office, 'GET /allPartsCount', { count: ROWS })
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

  const what = 'Manege Product searched, sorted and turned, third longest task'
  report({ what, found: tasks[COLLECTIONS]!, unit: 'ms', atMost: LONG_TASK_MS, note: longest(tasks) })
})
