import { expect, test } from '../../tests/support/browser/journey.ts'
import { report } from '../measured.ts'

/** A phone of the cheap kind beside the machine that runs this. */
const SLOWER = 6
/** An answer to a key within this many milliseconds feels immediate. */
const IMMEDIATE_MS = 100
const ROWS = 10_000
const WORK = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
const TYPED = ' wall-mounted'

test('reading a list of 10,000 rows, and a key among its lines', async ({ page }) => {
  await page.goto('/quote')
  const part = (line: number) => page.getByRole('combobox', { name: `Part, line ${line}`, exact: true })
  await expect(part(1)).toBeEnabled()
  const names = ['TCB-5512-4K', 'LBS-6L3V-S3', 'Remote Control IR, 38-Key, Black', 'IRB 38K LED', 'something else']
  const rows = Array.from({ length: ROWS }, (_, row) => `"${names[row % names.length]}";${1_000 + row}`)
  const start = performance.now()
  await page.locator('input[type=file]').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Part;Qty\n${rows.join('\n')}\n`),
  })
  await expect(page.getByText(/^10,000 lines ·/)).toBeVisible()
  report({ what: '10,000 rows of a file read and priced', found: (performance.now() - start) / 1_000, unit: 's' })

  // The page's own work, by the processor's clock: what else runs on this machine does not count, nor does painting,
  // which a graphics card does elsewhere.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workMs = async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    const spent = metrics.filter(({ name }) => WORK.has(name))
    return 1_000 * spent.reduce((sum, { value }) => sum + value, 0)
  }
  const before = await workMs()
  await part(3).press('End')
  await part(3).pressSequentially(TYPED, { delay: 250 })
  await expect(part(3)).toHaveValue(new RegExp(`${TYPED}$`))
  const keyMs = ((await workMs()) - before) / (TYPED.length + 1)
  report({
    what: `A key among 10,000 lines of a quote, with its suggestions and price, ${SLOWER} times slower`,
    found: SLOWER * keyMs,
    unit: 'ms',
    atMost: IMMEDIATE_MS,
  })
})
