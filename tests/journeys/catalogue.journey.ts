import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, expectToast, inFirefoxToo, sampleAdmin, signIn, test } from '#tests/support/browser/journey.ts'

test('public pages can be read and walked without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Manufacturing on Demand' })).toBeVisible()
  await page.getByRole('link', { name: 'See All Parts' }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/Page NO: 2/)).toBeVisible()
  for (const path of ['/blogs', '/about', '/contact-us', '/login', '/register']) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const lost = await page.goto('/no/such/page')
  expect(lost?.status()).toBe(404)
  await expect(page.getByText('The Page you are looking for is not found. [404]')).toBeVisible()
  await page.close()
})

test('an admin adds a part with its picture, restocks it and deletes it', inFirefoxToo, async ({ page }) => {
  const name = `Journey Board ${randomUUID().slice(0, 8)}`
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/addparts')
  await page.getByRole('button', { name: 'Add A Parts' }).click()
  for (const field of ['Name', 'Price', 'Available', 'Description', 'Picture']) {
    await expect(page.getByText(`Part's ${field} is required`)).toBeVisible()
  }
  await page.getByLabel('Parts Name').fill(name)
  await page.getByLabel('Price').fill('0.0042')
  await page.getByLabel('Parts Available').fill('5000')
  await page.getByLabel('Parts Description').fill('A board that a journey adds.')
  await page.getByLabel("Part's Picture").setInputFiles({
    name: 'board.webp',
    mimeType: 'image/webp',
    buffer: await readFile('catalogue/images/t-con-board.webp'),
  })
  await page.getByRole('button', { name: 'Add A Parts' }).click()
  await expectToast(page, 'Successfully Added A Parts')
  await expect(page.getByLabel('Parts Name')).toHaveValue('')

  await page.goto(`/dashboard/manegeProduct?${new URLSearchParams({ q: name })}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('5,000')
  await row.getByPlaceholder('Purchase quantity').fill('1500')
  await row.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, `${name} Updated successfully`)
  await expect(row).toContainText('6,500')
  await page.reload()
  await expect(row).toContainText('6,500')

  await row
    .getByRole('button', { name: new RegExp(`${name}`) })
    .last()
    .click()
  await expect(page.getByRole('dialog')).toContainText(`Are You Sure You Want to Delete ${name} !`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `${name} Your Parts has Removed Successfully`)
  await expect(row).toHaveCount(0)
})
