import type { Page } from '@playwright/test'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, confirmAddress, enter, expect, newPerson, test } from '#tests/support/browser/journey.ts'
import { openWebhookTarget } from '#tests/support/doubles/webhook-target.ts'

/** Opens one call on the page of the API, and returns its place there. */
async function openCall(page: Page, tag: string, method: string, path: string) {
  const group = page.locator(`h3[data-tag="${tag}"]`)
  await expect(group).toBeVisible({ timeout: 30_000 }) // the page draws all calls that there are
  await group.click()
  const call = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) })
  await call.getByRole('button').first().click()
  return call
}

test('a buyer tries a program with a test key: on the page of the API, and with an endpoint of the sandbox (94)', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { price: 2.5, available: 9_000 })
  const target = await openWebhookTarget()
  const ann = newPerson()
  await enter(page, ann)
  await confirmAddress(page, ann)
  const keys = page.waitForResponse('**/api/api-keys')
  await page.goto('/dashboard/profile/developers')
  await keys
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('heading', { name: 'Webhooks of the sandbox' })).toBeHidden()
  await page.getByLabel('Key name').fill('A try')
  await page.getByLabel('For', { exact: true }).selectOption('the sandbox, to try a program: nothing is charged or delivered')
  await page.getByLabel('Save, change, share and delete quotes').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByLabel('Your new key').inputValue()
  expect(key).toMatch(/^tft_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /A try/ })).toContainText('Test key')

  const sandbox = page.locator('.panel-dense', { has: page.getByRole('heading', { name: 'Webhooks of the sandbox' }) })
  await sandbox.getByRole('button', { name: 'Add endpoint' }).click()
  await sandbox.getByLabel('Address', { exact: true }).fill(`${target.url}/tries`)
  await sandbox.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await sandbox.getByRole('link', { name: `${target.url}/tries` }).click()
  const sheet = page.getByRole('dialog', { name: new URL(target.url).host })
  await sheet.getByRole('button', { name: 'Send a test' }).click()
  await expect(sheet.getByText('The test arrived')).toBeVisible()
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  await page.keyboard.press('Escape')
  // The panel above is that of the shop.
  await expect(page.getByRole('link', { name: `${target.url}/tries` })).toHaveCount(1)

  await page.goto('/api/docs')
  const call = await openCall(page, 'Quotes', 'post', '/api/quotes')
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call).toContainText('Press Authorize and enter a test key')
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
  const asked = page.locator('.auth-container').filter({ hasText: 'An API key (tfk_' })
  await asked.locator('input').fill(key)
  await asked.getByRole('button', { name: 'Apply credentials' }).click()
  await asked.locator('.btn-done').click()
  await call.locator('textarea').fill(JSON.stringify({ lines: [{ text: part.partNumber, quantity: '1000' }] }))
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table')).toContainText('"total": 2500')
  await expect(call.locator('.live-responses-table')).toContainText('shop-sandbox: true')

  await page.goto('/dashboard/quotes')
  await expect(page.getByRole('heading', { name: 'My Quotes: 0' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Q-\d{6}/ })).toHaveCount(0)
  await target.close()
})
