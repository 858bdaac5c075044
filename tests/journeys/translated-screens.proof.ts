import type { Page } from '@playwright/test'
import { enter, expect, newPerson, orderPart, sampleAdmin, signIn, test } from '#tests/support/browser/journey.ts'
import { openScreen } from '#tests/support/browser/open-screen.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '#tests/support/browser/screens.ts'
import { translate } from '#tests/support/browser/translate.ts'

/** Sorts, filters and opens what a screen offers for that, and leaves it for another. */
async function work(page: Page, path: string): Promise<void> {
  const offers = page.locator('main :is(th button, [role=tab], summary, nav.chips a), main button[aria-expanded]')
  for (let index = 0; index < Math.min(6, await offers.count()); index += 1) {
    if (await offers.nth(index).isVisible()) await offers.nth(index).click()
    if (!page.url().includes(path.split('?')[0]!)) break
  }
  await page.keyboard.press('Escape')
  // By the router, so that React takes the screen away.
  await page.locator('header a[href="/about"], footer a[href="/about"]').first().dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'We make the parts inside the screen' })).toBeVisible()
}

async function expectTranslatable(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path } of screens) {
    await openScreen(page, path)
    const failures = await translate(page)
    await work(page, path)
    expect(failures(), path).toEqual([])
  }
}

test('every screen of visitors can be worked with while the browser translates it', async ({ page }) => {
  test.slow()
  await expectTranslatable(page, publicScreens)
})

test('every screen of customers can be worked with while the browser translates it', async ({ page }) => {
  test.slow()
  await enter(page, newPerson())
  await orderPart(page, 'T-Con Board')
  await expectTranslatable(page, customerScreens)
})

test('every screen of admins can be worked with while the browser translates it', async ({ page }) => {
  test.slow()
  await signIn(page, sampleAdmin)
  await expectTranslatable(page, adminScreens)
})
