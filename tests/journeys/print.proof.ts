import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { adminScreens, customerScreens, publicScreens } from '#tests/support/browser/screens.ts'
import { addPart, answerInstead, callShop, expect, placeOrder, test } from '#tests/support/browser/journey.ts'
import { sampleOrder } from '#tests/support/shops/sample-order.ts'
import { openScreen } from '#tests/support/browser/open-screen.ts'

/** The text of each sheet. */
async function sheetsOf(page: Page): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(await page.pdf())))).text
}

/** The day of all prints here; the browser's clock is stopped. */
const DAY = '31 Jan 2026'
test.beforeEach(async ({ office, page }) => {
  for (const one of [office, page]) await one.clock.setFixedTime('2026-01-31T12:00:00Z')
})

async function expectMarks(page: Page): Promise<string[]> {
  const title = (await page.title()).split(' | ')[0]!
  const sheets = await sheetsOf(page)
  for (const [index, sheet] of sheets.entries()) {
    for (const text of ['Teleforge', title, `Sold by Teleforge, ${new URL(page.url()).host}`, DAY, `${index + 1} / ${sheets.length}`])
      expect(sheet.replace(/\s+/g, ' ')).toContain(text)
  }
  return sheets
}

/** What can only be pressed, or stays in place while a screen scrolls, as it would be printed. */
async function printedControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const found = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('body *'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)
      // Buttons are the state of a row, 'Pay Now', and the names of columns.
      .filter((element) => !element.closest('td, th') || element.matches('input'))
      .filter(
        (element) =>
          element.matches('button, nav, select, summary, input[type=checkbox], .view-links, [role=search], [role=tab]') ||
          ['fixed', 'sticky'].includes(getComputedStyle(element).position),
      )
      .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`),
  )
  await page.emulateMedia({ media: null })
  return found
}

const allScreens = [...publicScreens, ...customerScreens, ...adminScreens]

for (const screens of [allScreens.slice(0, 10), allScreens.slice(10, 19), allScreens.slice(19)]) {
  test(`each sheet names brand, seller, title and date, and has no controls: ${screens[0]!.name} to ${screens.at(-1)!.name}`, async ({
    office,
    page,
  }) => {
    for (const { path, role } of screens) {
      // Login and registration lead somebody who is signed in to the home page.
      const reader = role === 'visitor' ? page : office
      await openScreen(reader, path)
      await expectMarks(reader)
      expect.soft(await printedControls(reader), path).toEqual([])
    }
  })
}

test('part, order and quote are printed with what they say', async ({ office }) => {
  const part = await addPart(office, { available: 500_000, price: 2, priceBreaks: [{ from: 10_000, price: 1.25 }] })
  const order = await placeOrder(office, part)
  await openScreen(office, `/inventory/${part._id}`)
  const [sheet = ''] = await expectMarks(office)
  for (const text of [part.partNumber, '10,000', '$1.25']) expect(sheet).toContain(text)
  expect.soft(await printedControls(office)).toEqual([])

  await openScreen(office, `/dashboard/payment/${order._id}`)
  expect((await expectMarks(office)).join()).toContain(part.name)
  expect.soft(await printedControls(office)).toEqual([])

  const lines = Array.from({ length: 60 }, () => ({ text: part.partNumber, quantity: 1_000 }))
  const { _id } = await callShop<{ _id: string }>(office, 'POST', '/quotes', { name: 'Sixty lines', lines })
  await openScreen(office, `/dashboard/quotes/${_id}`)
  const quote = await expectMarks(office)
  expect(quote.length).toBeGreaterThan(1)
  expect(quote.join().split(part.partNumber).length).toBeGreaterThan(20)
  expect.soft(await printedControls(office)).toEqual([])
})

test('a list of several sheets has its marks on each', async ({ office }) => {
  const orders = Array.from({ length: 80 }, (_, index) => ({
    ...sampleOrder,
    _id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }))
  await answerInstead(office, 'GET /order?*', orders)
  await openScreen(office, '/dashboard')

  expect((await expectMarks(office)).length).toBeGreaterThan(1)
})
