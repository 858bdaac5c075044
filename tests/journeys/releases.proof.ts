import type { Page } from '@playwright/test'
import { shipDay, shopCalendar } from '#contract/parts/lead-time.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, enter, expect, expectToast, newPerson, test } from '#tests/support/browser/journey.ts'
import { lineOf, openQuote, pasteList, save } from '#tests/support/browser/quote-screen.ts'

test.setTimeout(300_000)

/** axe, and nothing that scrolls sideways, on a phone and on a desk; pictures where RELEASE_PICTURES names a folder. */
async function expectFine(page: Page, name: string): Promise<void> {
  const folder = process.env['RELEASE_PICTURES']
  for (const width of [390, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await axeFindingsDayAndNight(page), `${name}, ${width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${name} scrolls sideways at ${width} px`).toBe(false)
  }
}

test('a buyer spreads a line over three months, orders three deliveries, and asks for another day of one, which the shop confirms', async ({
  office,
  page,
}) => {
  const part = await addPart(office, { price: 2.5, available: 40_000 })
  await enter(page, newPerson('Ann Buyer'))
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 30000`)
  await expect(lineOf(page, 1)).toContainText('$75,000.00')
  await save(page)

  await page.getByRole('button', { name: 'In several deliveries' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').fill(shipDay(40, shopCalendar()))
  await dialog.getByRole('button', { name: 'Fill in' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByText('3 deliveries, 30,000 pieces together.')).toBeVisible()
  await expectFine(page, 'release-dialog')
  await dialog.getByLabel('Pieces of delivery 2').fill('10')
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await expect(dialog.getByText('A delivery has at least 1,000 pieces.')).toBeVisible()
  await dialog.getByLabel('Pieces of delivery 2').fill('10000')
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()

  await expectToast(page, 'The deliveries are saved, at the prices of today.')
  await expect(page.getByRole('list', { name: 'Deliveries of this line' }).getByText('as wished')).toHaveCount(3)
  await expectFine(page, 'release-quote')
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: /^Order all for/ }).click()
  await expect(page).toHaveURL(/payment/)
  const order = `/dashboard/order/${/[0-9a-f-]{36}/.exec(page.url())![0]}`
  await page.goto(order)
  await expect(page.getByText(/delivery 1 of 3/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask for another day' }).click()
  await page.getByLabel('Day wanted').fill(shipDay(60, shopCalendar()))
  await page.getByRole('button', { name: 'Ask for this day' }).click()
  await expect(page.getByText('The other side has not answered yet.')).toBeVisible()
  await expectFine(page, 'release-order')

  await office.goto('/dashboard')
  await office.getByRole('link', { name: /Deliveries wanted on another day/ }).click()
  await expect(office.getByRole('row').filter({ hasText: part.name })).toHaveCount(1)
  await office.goto(order)
  await expectFine(office, 'release-order-of-shop')
  await office.getByRole('button', { name: 'Confirm this day' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'The delivery is moved.')
  await expect(page.getByText('Leaves on another day')).toBeVisible()
})
