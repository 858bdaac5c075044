import type { Page } from '@playwright/test'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { confirmAddress, enter, expect, expectToast, mailTo, newPerson, test, type Person } from '#tests/support/browser/journey.ts'

/** In both sizes and in both lights. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const width of [375, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    // At any scroll position, an element is half below the header.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await axeFindingsDayAndNight(page), `${what}, ${width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${what} scrolls sideways at ${width} px`).toBe(false)
  }
}

async function fillForm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('Key name')).toBeFocused()
  await page.getByLabel('Key name').fill(name)
  await page.getByLabel('See my orders').check()
}

/** Somebody new, whose address is confirmed. */
async function enterConfirmed(page: Page): Promise<Person> {
  const person = newPerson()
  await enter(page, person)
  await confirmAddress(page, person)
  return person
}

test('who has not confirmed the address is offered the mail for it in the place of a key (41)', async ({ page }) => {
  const ann = newPerson()
  await enter(page, ann)
  await page.goto('/dashboard/profile/developers')
  const notice = page.getByRole('status').filter({ hasText: 'Then you can create an API key.' })
  await notice.getByRole('button', { name: 'Send a new link' }).click()
  await expectToast(page, 'The verification email is on its way.')
  await expect(page.getByRole('button', { name: 'Create key' })).toBeHidden()

  await confirmAddress(page, ann)
  await page.reload()

  await expect(page.getByRole('button', { name: 'Create key' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a buyer creates a key, gives it to a program, and revokes it', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ann = await enterConfirmed(page)
  await page.goto('/dashboard/profile/developers')
  await fillForm(page, 'Purchasing')
  await page.getByLabel('Expires after').selectOption('1 year')
  await page.getByRole('button', { name: 'Create key' }).click()

  const key = await page.getByLabel('Your new key').inputValue()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const ask = () => request.get(`/api/order?customer=${ann.email}`, { headers: { authorization: `Bearer ${key}` } })
  expect(await (await ask()).json()).toEqual([])
  expect((await request.get(`/api/user/${ann.email}`, { headers: { authorization: `Bearer ${key}` } })).status()).toBe(403)

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Your new key')).toBeHidden()
  await page.reload()
  const row = page.getByRole('row', { name: /Purchasing/ })
  await expect(row).toContainText(`${key.slice(0, 8)}...`)
  await expect(row).toContainText('See my orders')
  await expect(row).not.toContainText('Never')
  expect(await page.content()).not.toContain(key)

  await page.getByRole('button', { name: 'Revoke Purchasing' }).click()
  await expect(page.getByRole('dialog', { name: 'Revoke the key Purchasing?' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The key Purchasing is revoked.')
  await expect(row).toBeHidden()
  expect((await ask()).status()).toBe(401)
  expect(await mailTo(ann.email, /A new API key was created/)).toContain(key.slice(0, 8))
  expect(await mailTo(ann.email, /An API key was revoked/)).not.toContain(key)
})

test('the form for a key says what is missing under each field, and a cancelled revocation revokes nothing', async ({ page }) => {
  await enterConfirmed(page)
  await page.goto('/dashboard/profile/developers')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Enter a name for the key.')).toBeVisible()
  await expect(page.getByText('Choose at least one permission.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await fillForm(page, 'Stock check')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Revoke Stock check' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.reload()
  await expect(page.getByRole('row', { name: /Stock check/ })).toBeVisible()
})

test('axe finds nothing on the keys in either size and either light, and nothing scrolls sideways', async ({ page }) => {
  test.slow()
  await enterConfirmed(page)
  await page.goto('/dashboard/profile/developers')
  await fillForm(page, `A key with a long name ${'x'.repeat(40)}`)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('Your new key')).toBeFocused()
  await expectAccessible(page, 'a new key')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Choose at least one permission.')).toBeVisible()
  await expectAccessible(page, 'the form')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Revoke A key/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the question')
})
