import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { watchDrawings } from '#tests/support/browser/drawn-again.ts'
import { answerInstead, expect, test } from '#tests/support/browser/journey.ts'
import { sampleOrder } from '#tests/support/shops/sample-order.ts'
import { sampleUser } from '#tests/support/shops/sample-user.ts'

/*
 * A long table keeps only the rows near the window in the document. How smoothly it scrolls is measured by
 * `npm run measure -- long-tables`.
 */

const ROWS = 5_000
/** Rows that are in the document at most: two windows high, those that the next turn brings, and the one that has the focus. */
const DRAWN = 120

const sampleOrderAt = (index: number) => ({ ...sampleOrder, _id: sampleUser(index)._id, name: `Part ${index}`, shipped: false })
const rowsOf = (count: number, rowAt: (index: number) => unknown) => Array.from({ length: count }, (_, index) => rowAt(index))

/** The table of the list; on an admin's first screen it is below those of the overview. */
const table = (page: Page) => page.getByRole('table').last()
/** A row by its place in the list, from 0. */
const rowAt = (page: Page, index: number) => table(page).locator(`[aria-rowindex="${index + 2}"]`)

for (const [path, call, row] of [
  ['/dashboard', 'GET /order?*', sampleOrderAt],
  ['/dashboard/makeAdmin', 'GET /user', sampleUser],
] as const) {
  test(`${path} draws only the rows near the window, wherever a list of 5,000 is scrolled to, and each of them once`, async ({
    office,
  }) => {
    test.slow()
    await office.setViewportSize({ width: 1_440, height: 900 })
    await answerInstead(office, call, rowsOf(ROWS, row))
    await office.goto(path)
    await expect(table(office)).toHaveAttribute('aria-rowcount', `${ROWS + 1}`)
    const toTheTop = () => table(office).evaluate((element) => element.scrollIntoView())
    const toTheMiddle = () => office.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
    const turnBack = async () => {
      const from = await office.evaluate(() => scrollY)
      await office.mouse.wheel(0, -4_000)
      await expect.poll(() => office.evaluate(() => scrollY)).toBeLessThan(from)
    }
    const expectFewRows = async () => {
      await expect.poll(() => isFilled(office)).toBe(true)
      expect(await table(office).getByRole('row').count()).toBeLessThan(DRAWN)
    }

    await office.mouse.move(800, 500)
    // The page may still scroll to its own place.
    const pressEnd = async () => (await office.keyboard.press('End'), rowAt(office, ROWS - 1).isVisible())
    await expect.poll(pressEnd).toBe(true)
    await expect(rowAt(office, ROWS - 1)).toBeInViewport()
    await expectFewRows()
    for (const scroll of [turnBack, toTheMiddle, turnBack]) {
      await scroll()
      await expectFewRows()
    }
    await toTheTop()
    await expect(rowAt(office, 0)).toBeInViewport()
    await expectFewRows()

    const drawnAgain = await watchDrawings(table(office).locator('tbody tr[aria-rowindex]'))
    await office.mouse.wheel(0, 1_500)
    await expect(rowAt(office, 40)).toBeInViewport()
    expect(await drawnAgain()).toEqual([])
  })
}

/** Whether the whole height of the window beside the table has rows. */
const isFilled = (page: Page) =>
  table(page).evaluate((element) => {
    const body = element.querySelector('tbody')!.getBoundingClientRect()
    const rows = Array.from(element.querySelectorAll('tr[aria-rowindex]'), (row) => row.getBoundingClientRect())
    const [top, bottom] = [Math.max(body.top, 0), Math.min(body.bottom, innerHeight)]
    return rows.some((row) => row.top <= top + 1 && row.bottom > top) && rows.some((row) => row.top < bottom && row.bottom >= bottom - 1)
  })

test('a long list is printed whole up to 2,000 rows, and says how many are left out', async ({ office }) => {
  test.slow()
  const printed = async (count: number) => {
    await answerInstead(office, 'GET /user', rowsOf(count, sampleUser))
    await office.goto('/dashboard/makeAdmin')
    await expect(office.getByRole('table')).toHaveAttribute('aria-rowcount', `${count + 1}`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await office.pdf())), { mergePages: true })
    return text
  }
  const whole = await printed(1_000)
  expect(new Set(whole.match(/buyer-\d+@example\.com/g)).size).toBe(1_000)
  await expect.poll(() => office.getByRole('row').count()).toBeLessThan(200)

  const long = await printed(2_500)
  expect(new Set(long.match(/buyer-\d+@example\.com/g)).size).toBe(2_000)
  expect(long).toContain('500 more rows are not printed.')
})
