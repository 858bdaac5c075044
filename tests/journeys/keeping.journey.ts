import { invariantNames } from '#contract/shop/operations.ts'
import { addPart, expect, sampleAdmin, signIn, test } from '#tests/support/browser/journey.ts'

test('an admin sees that the shop is in order, and what admins did', async ({ page, office }) => {
  const part = await addPart(office, { available: 2_345 })
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard')

  await page.getByRole('link', { name: 'Health' }).click()
  await expect(page.getByText('Consistency checks: OK')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Consistency checks' }).getByText('OK', { exact: true })).toHaveCount(invariantNames.length)
  const readAgain = page.waitForResponse('**/api/health-report')
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await readAgain).status()).toBe(200)
  await expect(page.getByRole('region', { name: 'Database and backups' })).toContainText('None yet')

  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible()
  await page.goto(`/dashboard/audit?q=${part.partNumber}`)
  const row = page.getByRole('row').filter({ hasText: part.name })
  await expect(row).toContainText('Added a part')
  await expect(row).toContainText('available 2,345')
})

test('a broken rule is named with what breaks it', async ({ page }) => {
  await signIn(page, sampleAdmin)
  await page.route('**/api/health-report', async (route) => {
    const report = await (await route.fetch()).json()
    report.invariants[0] = { name: 'stockMatchesLedger', count: 21, ids: ['part-one', 'part-two'] }
    await route.fulfill({ json: report })
  })

  await page.goto('/dashboard/health')

  await expect(page.getByRole('alert')).toContainText('Consistency checks failed.')
  await expect(page.getByText('21 failed')).toBeVisible()
  await expect(page.getByText('part-one, part-two and 19 more')).toBeVisible()
})
