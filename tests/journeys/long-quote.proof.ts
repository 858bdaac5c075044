import { CHUNK } from '#app/quotes/price-queue.ts'
import { watchDrawings } from '#tests/support/browser/drawn-again.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { untilDraftHolds } from '#tests/support/browser/kept-draft.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'

const ROWS = 3_000
const TYPED = ' wall-mounted'
/** Several answers of the shop are waited for at once. */
const WHOLE_LIST = { timeout: HANG_LIMIT_MS }

test('a list of 3,000 rows shows its progress, loses no row, and a key in one line draws no other line again', async ({ page }) => {
  test.slow()
  await page.goto('/quote')
  const part = (line: number) => page.getByRole('combobox', { name: `Part, line ${line}`, exact: true })
  await expect(part(1)).toBeEnabled()
  const names = ['TCB-5512-4K', 'LBS-6L3V-S3', 'Remote Control IR, 38-Key, Black', 'IRB 38K LED', 'something else']
  const rows = Array.from({ length: ROWS }, (_, row) => `"${names[row % names.length]}";${1_000 + row}`)
  // While a file is read, some of its rows are asked for, and then all of them, a thousand at a time.
  const { promise: progressSeen, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/quotes/price', async (route) => {
    const { lines } = route.request().postDataJSON() as { lines: unknown[] }
    if (lines.length === CHUNK) await progressSeen
    await route.continue()
  })
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Part;Qty\n${rows.join('\n')}\n`),
  })
  await expect(page.getByText(/^Pricing: [\d,]+ of 3,000 lines/)).toBeVisible()
  release()
  await expect(page.locator('summary')).toContainText('3,000 lines')
  await expect(page.getByText(/^3,000 lines ·/)).toBeVisible(WHOLE_LIST)

  const lines = page.locator('tr.quote-row')
  await expect(lines).toHaveCount(50)
  const drawnAgain = await watchDrawings(lines)
  await part(3).press('End')
  await part(3).pressSequentially(TYPED)
  await expect(part(3)).toHaveValue(new RegExp(`${TYPED}$`))
  expect((await drawnAgain()).filter((line) => line !== 2)).toEqual([])

  await untilDraftHolds(page, TYPED)
  await page.reload()
  await expect(page.getByText('Page 1 of 61')).toBeVisible()
  await expect(page.getByText(/^3,000 lines ·/)).toBeVisible(WHOLE_LIST)
})
