import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { expect, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { runShop, type RunningShop } from '#tests/support/shops/run-shop.ts'

const PATH = '/dev/components'

test.describe('in development', () => {
  test.describe.configure({ timeout: 300_000 })
  let shop: RunningShop

  test.beforeAll(async () => {
    shop = await runShop({ SHOP_DEV: '1' })
  })
  test.afterAll(() => shop.stop())

  test('axe finds nothing on the page of components, in light and dark', async ({ page }) => {
    await page.goto(shop.url + PATH)
    const toast = page.getByRole('button', { name: 'Toast info' })
    // In development, Vite loads the page again when it meets a package for the first time, and the press is lost.
    await expect(async () => {
      await untilReactHas(toast)
      await toast.click()
      await expect(page.getByText('It happened').first()).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: HANG_LIMIT_MS })

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const opened of [undefined, 'dialog', 'form', 'question', 'busy question', 'action']) {
        if (opened) await page.getByRole('button', { name: `Open ${opened}`, exact: true }).click()
        await expect(page.getByRole('dialog')).toHaveCount(opened ? 1 : 0)
        expect(await axeFindings(page), `${opened}, ${colorScheme}`).toEqual([])
        // A busy question cannot be closed.
        if (opened === 'busy question') {
          await page.reload()
          await untilReactHas(toast)
        } else await page.keyboard.press('Escape')
      }
      for (const press of ['Days of the list: All days', 'Columns', 'Do it with all', 'Confirm']) {
        if (press === 'Do it with all') await page.getByLabel('Select all 3').check()
        await page.getByRole('button', { name: press, exact: true }).click()
        if (press === 'Do it with all') await expect(page.getByRole('dialog')).toContainText('Do it with all of them?')
        if (press === 'Confirm') await expect(page.getByRole('dialog')).toContainText('Board: It could not be done.')
        expect(await axeFindings(page), `${press}, ${colorScheme}`).toEqual([])
        if (/Columns|days/.test(press)) await page.keyboard.press('Escape')
      }
      await expect(page.getByRole('dialog')).toContainText('Board: It could not be done.')
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByLabel('Select all 3').uncheck()
      await expectPiecesByKeyboard(page)
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

/** Each piece that opens: axe finds nothing in it, and it is used by the keyboard alone. */
async function expectPiecesByKeyboard(page: Page): Promise<void> {
  const nothingFound = async () => expect(await axeFindings(page)).toEqual([])

  const field = page.getByRole('combobox', { name: 'One is always selected' })
  await field.focus()
  await field.fill('board')
  await expect(page.getByRole('group', { name: 'Boards' }).getByRole('option')).toHaveCount(3)
  await nothingFound()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Power Board')

  const value = page.getByRole('button', { name: '3000, change the refused value' })
  await value.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('3500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'What the server says against it.' })).toBeVisible()
  await nothingFound()
  await page.keyboard.press('Escape')
  await expect(value).toBeFocused()

  const opening = page.getByRole('link', { name: 'Open form sheet' })
  await opening.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'A sheet with a form' })
  await sheet.getByLabel('Text that is not saved').fill('Half a sentence')
  await nothingFound()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(sheet.getByLabel('Text that is not saved')).toHaveValue('Half a sentence')
  await page.goBack()
  await question.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(opening).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('option').first()).toBeVisible()
  await nothingFound()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Go to' })).toHaveCount(0)
}
