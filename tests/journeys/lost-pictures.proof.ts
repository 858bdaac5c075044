import { expect, test } from '#tests/support/browser/journey.ts'

/** What the placeholder is drawn from. */
const PLACEHOLDER = /^data:image\/svg/

test('row 90: a picture of the list is asked for once more, and then a placeholder stands in its place', async ({ page }) => {
  const asked = new Map<string, number>()
  await page.route('**/images/**', (route) => {
    const { pathname } = new URL(route.request().url())
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
    return route.abort()
  })
  await page.goto('/inventory')
  const picture = page.getByRole('article').first().locator('img')

  await expect(picture).toHaveAttribute('src', PLACEHOLDER)
  await expect.poll(() => [...asked.values()].filter((times) => times !== 2)).toEqual([])
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('row 90: a picture that comes at the second time is shown, in a suggestion too', async ({ page }) => {
  const lost = new Set<string>()
  await page.route('**/images/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (lost.has(pathname)) return route.continue()
    lost.add(pathname)
    return route.abort()
  })
  await page.goto('/inventory')
  const picture = page.getByRole('article').first().locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(picture).not.toHaveAttribute('src', PLACEHOLDER)

  await page.getByRole('banner').getByRole('searchbox').pressSequentially('board')
  const option = page.getByRole('option').first().locator('img')
  await expect.poll(() => option.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(option).not.toHaveAttribute('src', PLACEHOLDER)
})
