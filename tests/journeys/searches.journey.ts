import { randomUUID } from 'node:crypto'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, expect, expectToast, test } from '#tests/support/browser/journey.ts'

test('what a visitor does not find is listed, and finds its part once the shop says so', async ({ page, office }) => {
  const part = await addPart(office)
  const text = `flimflam ${randomUUID().slice(0, 8)}x`
  const told = page.waitForResponse('**/api/missed-searches')
  await page.goto(`/inventory?${new URLSearchParams({ q: text })}`)
  expect((await told).status()).toBe(200)

  await office.goto(`/dashboard/searches?${new URLSearchParams({ q: text })}`)
  await expect(office.getByRole('heading', { name: 'Searches Without a Hit: 1' })).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
  await office.getByRole('button', { name: `Means a part: “${text}”` }).click()
  const dialog = office.getByRole('dialog', { name: `Which part is “${text}”?` })
  await dialog.getByLabel('Part number or name').fill('nothing like it at all')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Part number or name')).toHaveAccessibleDescription('There is no part with this number or name.')
  await dialog.getByLabel('Part number or name').fill(part.partNumber)
  await dialog.getByRole('option').filter({ hasText: part.partNumber }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'finds its part now')
  await expect(office.getByText('No texts match.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('No exact match')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: part.partNumber }).first()).toBeVisible()
})

test('what words of buyers mean is written as a text, and searches find parts by it', async ({ page, office }) => {
  const word = `Wort${randomUUID().slice(0, 8)}`
  const meant = `Meant thing ${randomUUID().slice(0, 8)}x`
  const part = await addPart(office, { name: meant })
  await office.goto('/dashboard/searches')
  const words = office.getByLabel('Their words = words of your parts')
  await words.fill(`${await words.inputValue()}${word}`)
  await office.getByRole('button', { name: 'Save words' }).click()
  await expect(words).toHaveAccessibleDescription(/Line \d+: write their words, =, and words of your parts\./)
  await words.fill(`${await words.inputValue()} = ${meant}`)
  await office.getByRole('button', { name: 'Save words' }).click()
  await expectToast(office, 'kept')
  expect(await axeFindings(office)).toEqual([])

  await page.goto(`/inventory?${new URLSearchParams({ q: word })}`)
  await expect(page.getByRole('listitem').filter({ hasText: part.partNumber }).first()).toBeVisible()
  await expect(page.getByText('No exact match')).toHaveCount(0)
})

test('a text becomes a new part with its name', async ({ office, page }) => {
  const text = `Gizmo ${randomUUID().slice(0, 8)}`
  const told = page.waitForResponse('**/api/missed-searches')
  await page.goto(`/inventory?${new URLSearchParams({ q: text })}`)
  await told
  await office.goto(`/dashboard/searches?${new URLSearchParams({ q: text })}`)
  await office.getByRole('link', { name: `Make a part: “${text}”` }).click()
  await expect(office.getByLabel('Parts Name')).toHaveValue(text)
})
