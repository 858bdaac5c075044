import type { Page } from '@playwright/test'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { enter, expect, test } from '#tests/support/browser/journey.ts'

const SIZES = [
  { width: 375, height: 812 },
  { width: 1_280, height: 900 },
]

/** A line of every kind: matched, with a better quantity, to choose, above the stock, unclear, unknown, raised. */
const LIST = [
  'TCB-5512-4K; 2000',
  'LED Backlight Strip 6-LED, 3 V (set of 3); 9,500',
  'remote control; 2000',
  'MB 6543 SM3H; 12000',
  'Speaker Pair 8 Ohm 10 W, Ported; some',
  'wall mount braket; 3000',
  'what is this; 1000',
  'HIB-3P4K-U; 500',
  'FFC-30-05-200; 30,000',
  'KPB-7K3W; 48000',
].join('\n')

/** Nothing that axe finds, and nothing wider than the screen, in every size by day and by night. */
async function expectFine(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await axeFindingsDayAndNight(page), `${what}, ${size.width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${what} scrolls sideways at ${size.width} px`).toBe(false)
  }
}

test('axe finds nothing on the quote screen, whatever stands in it', async ({ page }) => {
  test.slow()
  await page.goto('/quote')
  const part = page.getByRole('combobox').first()
  await expect(part).toBeEnabled()
  await expectFine(page, 'the empty sheet')
  await part.pressSequentially('board')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectFine(page, 'suggestions')
  await part.fill('')
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Your list').fill(LIST)
  await expectFine(page, 'the field to paste into')
  await page.getByRole('button', { name: 'Add these lines' }).click()
  await expect(page.getByText(/lines need attention/)).toBeVisible()
  await expectFine(page, 'lines of every kind')
  await page.getByRole('button', { name: /^Needs attention/ }).click()
  await expectFine(page, 'lines that need attention')
  await page.locator('input[type=file]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('A-1;Main Board;5000\nB-2;LED Strip;6000\n'),
  })
  await expect(page.getByRole('heading', { name: 'Match your columns' })).toBeVisible()
  await expectFine(page, 'the question about columns')
})

test('axe finds nothing on saved and shared quotes', async ({ page }) => {
  test.slow()
  await enter(page)
  for (const list of [LIST, 'FFC-30-05-200; 30,000\nKPB-7K3W; 48000']) {
    await page.goto('/quote')
    await page.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByLabel('Your list').fill(list)
    await page.getByRole('button', { name: 'Add these lines' }).click()
    await page.locator('summary').filter({ hasText: 'Show' }).click()
    await expect(page.getByText(/rows read/)).toBeVisible()
    await page.getByRole('button', { name: 'Save quote' }).click()
    await expect(page.getByRole('heading', { name: /^Quote Q-/ })).toBeVisible()
    await expectFine(page, 'a saved quote')
  }
  await page.getByRole('button', { name: 'Create private link' }).click()
  const link = await page.getByLabel('Private link').inputValue()
  await expectFine(page, 'a quote with its link')
  await page.getByRole('button', { name: 'Delete quote' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFine(page, 'the question before deleting')
  await page.goto('/dashboard/quotes')
  await expect(page.getByRole('heading', { name: 'My Quotes: 2' })).toBeVisible()
  await expectFine(page, 'the list of quotes')
  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('table')).toBeVisible()
  await expectFine(page, 'a shared quote')
  await page.goto(`/shared-quote/${'a'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectFine(page, 'a link that has ended')
})
