import { watchDrawings } from '#tests/support/browser/drawn-again.ts'
import { expect, holdBack, test } from '#tests/support/browser/journey.ts'
import { untilDraftHolds } from '#tests/support/browser/kept-draft.ts'

const ROWS = 10_000
const TYPED = ' wall-mounted'

test('a list of 10,000 rows shows its progress, loses no row, and a key in one line draws no other line again', async ({ page }) => {
  test.slow()
  await page.goto('/quote')
  const part = (line: number) => page.getByRole('combobox', { name: `Part, line ${line}`, exact: true })
  await expect(part(1)).toBeEnabled()
  const names = ['TCB-5512-4K', 'LBS-6L3V-S3', 'Remote Control IR, 38-Key, Black', 'IRB 38K LED', 'something else']
  const rows = Array.from({ length: ROWS }, (_, row) => `"${names[row % names.length]}";${1_000 + row}`)
  const release = await holdBack(page, '**/api/quotes/price')
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Part;Qty\n${rows.join('\n')}\n`),
  })
  await expect(page.getByText(/^Pricing: [\d,]+ of 10,000 lines/)).toBeVisible()
  release()
  await expect(page.getByText('10,001 rows read: 10,000 lines added, 1 header row.')).toBeVisible()
  await expect(page.getByText(/^10,000 lines ·/)).toBeVisible()

  const lines = page.locator('tr.quote-row')
  await expect(lines).toHaveCount(50)
  const drawnAgain = await watchDrawings(lines)
  await part(3).press('End')
  await part(3).pressSequentially(TYPED)
  await expect(part(3)).toHaveValue(new RegExp(`${TYPED}$`))
  expect((await drawnAgain()).filter((line) => line !== 2)).toEqual([])

  await untilDraftHolds(page, TYPED)
  await page.reload()
  await expect(page.getByText(/^10,000 lines ·/)).toBeVisible()
  await expect(page.getByText('Page 1 of 201')).toBeVisible()
})
