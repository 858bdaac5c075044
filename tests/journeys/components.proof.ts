import { readdir, readFile } from 'node:fs/promises'
import { test as developmentTest } from '@playwright/test'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { runShop, type RunningShop } from '#tests/support/shops/run-shop.ts'

const PATH = '/dev/components'

// Without the watch for script errors: React warns of what the router adds to pages in development.
developmentTest.describe('in development', () => {
  let shop: RunningShop

  developmentTest.beforeAll(async () => {
    shop = await runShop({ SHOP_DEV: '1' })
  })
  developmentTest.afterAll(() => shop.stop())

  developmentTest('axe finds nothing on the page of components, in light and dark', async ({ page }) => {
    await page.goto(shop.url + PATH)
    // A button answers as soon as React has it, which takes a while in development.
    await expect(async () => {
      await page.getByRole('button', { name: 'Toast info' }).click()
      await expect(page.getByText('It happened').first()).toBeVisible({ timeout: 5_000 })
    }).toPass()

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const opened of [undefined, 'dialog', 'question', 'busy question', 'action']) {
        if (opened) await page.getByRole('button', { name: `Open ${opened}`, exact: true }).click()
        await expect(page.getByRole('dialog')).toHaveCount(opened ? 1 : 0)
        // Colours change within a moment.
        await expect(async () => expect(await axeFindings(page), `${opened}, ${colorScheme}`).toEqual([])).toPass()
        // A busy question cannot be closed.
        if (opened === 'busy question') await page.reload({ waitUntil: 'networkidle' })
        else await page.keyboard.press('Escape')
      }
    }
  })
})

test('a built shop has no page of components', async ({ request }) => {
  const [answer, unknown] = await Promise.all([request.get(PATH), request.get('/no/such')])
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toBe(await unknown.text())

  const names = (await readdir('build', { recursive: true })).filter((name) => /\.(?:js|css|html)$/.test(name))
  const files = await Promise.all(names.map((name) => readFile(`build/${name}`, 'utf8')))
  expect(files.length).toBeGreaterThan(50)
  expect(names.filter((_, index) => files[index]!.includes('busy question'))).toEqual([])
})
