import type { Page } from '@playwright/test'
import { watchDrawings } from '#tests/support/browser/drawn-again.ts'
import { answerInstead, expect, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { sampleFields } from '#tests/support/shops/sample-part.ts'
import { sampleUser } from '#tests/support/shops/sample-user.ts'

/*
 * What a press or a key draws again. How long that takes is measured by `npm run measure -- answers`.
 */

const PARTS = 40

/** All parts at the desk. */
async function openDesk(office: Page): Promise<void> {
  const parts = Array.from({ length: PARTS }, (_, index) => ({
    _id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    ...sampleFields,
    name: `Part ${99 - index}`,
    img: '/favicon.svg',
    partNumber: `P-${index}`,
  }))
  await answerInstead(office, 'GET /allPartsCount', { count: PARTS })
  await answerInstead(office, 'GET /allParts', parts)
  await office.goto('/dashboard/manegeProduct')
  await expect(rowsOf(office)).toHaveCount(PARTS)
}

/** How many elements the browser styles again while the page is used. */
async function styledDuring(page: Page, use: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await use()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  return traceEvents.reduce((sum, { name, args }) => (name === 'UpdateLayoutTree' ? sum + (args.elementCount ?? 0) : sum), 0)
}

const rowsOf = (page: Page) => page.getByRole('main').locator('tbody tr')

test('selecting a part draws its row again, and no other', async ({ office }) => {
  await openDesk(office)
  const drawnAgain = await watchDrawings(rowsOf(office))

  await rowsOf(office).nth(3).getByRole('checkbox').check()
  await expect(office.getByText('1 selected')).toBeVisible()

  expect(await drawnAgain()).toEqual([3])
})

test('selecting a part makes the browser style a part of the page again, and not all of it', async ({ office }) => {
  await openDesk(office)
  await office.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' }) // with its style sheet
  const selected = async (index: number) => {
    await rowsOf(office).nth(index).getByRole('checkbox').check()
    await expect(office.getByText(`${index + 1} selected`)).toBeVisible()
  }
  await selected(0) // The bar comes with what it needs.

  const styled = await styledDuring(office, () => selected(1))

  const all = await office.locator('*').count()
  expect(styled).toBeGreaterThan(0)
  expect(styled).toBeLessThan(all / 2)
})

test('pieces that are typed for the stock of a part draw no row again', async ({ office }) => {
  await openDesk(office)
  const drawnAgain = await watchDrawings(rowsOf(office))

  await office.getByPlaceholder('Purchase quantity').nth(3).pressSequentially('12000')
  await expect(office.getByPlaceholder('Purchase quantity').nth(3)).toHaveValue('12000')

  expect(await drawnAgain()).toEqual([])
})

test('sorting people moves their rows, and draws nothing of what is in the cells again', async ({ office }) => {
  const people = Array.from({ length: 40 }, (_, index) => sampleUser(99 - index))
  await answerInstead(office, 'GET /user', people)
  await office.goto('/dashboard/makeAdmin')
  await expect(rowsOf(office)).toHaveCount(people.length)
  const drawnAgain = await watchDrawings(rowsOf(office).locator('td:not(:first-child) > div > *')) // the first is the place in the list

  await office.getByRole('columnheader').getByRole('button', { name: 'Email' }).click()
  await expect(rowsOf(office).first()).toContainText(people.at(-1)!.email)

  expect(await drawnAgain()).toEqual([])
})

test('pieces that are typed in the list of parts draw no other row again', async ({ page }) => {
  await page.goto('/inventory?view=table')
  const pieces = page.getByRole('main').getByRole('textbox', { name: /^Pieces|^Quantity/ })
  const cards = page.getByRole('main').getByRole('article')
  await untilReactHas(cards.last())
  const drawnAgain = await watchDrawings(cards)

  await pieces.nth(2).fill('12000')
  await expect(pieces.nth(2)).toHaveValue('12000')

  expect((await drawnAgain()).filter((row) => row !== 2)).toEqual([])
})

test('a key in a line of a quote draws no other line again', async ({ page }) => {
  await page.goto('/quote')
  const part = page.getByRole('combobox', { name: 'Part, line 1', exact: true })
  await expect(part).toBeEnabled()
  await part.fill('T-Con')
  await page.getByRole('option').first().click()
  const drawnAgain = await watchDrawings(rowsOf(page))

  await part.press('End')
  await part.pressSequentially(' x')
  await expect(part).toHaveValue(/ x$/)

  expect((await drawnAgain()).filter((line) => line !== 0)).toEqual([])
})
