import type { Page } from '@playwright/test'
import { addPart, enter, expect, newPerson, placeOrder, test, untilReactHas } from '#tests/support/browser/journey.ts'

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Go to' })

async function openPalette(page: Page): Promise<void> {
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Screen, part, order or quote' })).toBeFocused()
}

test('Ctrl+K finds the screens of a visitor by keyboard, and Escape gives the focus back', async ({ page }) => {
  await page.goto('/about')
  const button = page.getByRole('button', { name: 'Ctrl K Go to' })
  await untilReactHas(button)
  await button.click()
  const field = page.getByRole('combobox', { name: 'Screen, part, order or quote' })
  await expect(field).toBeFocused()
  await expect(paletteOf(page).getByRole('option', { name: 'Login' })).toBeVisible()
  await expect(paletteOf(page).getByRole('option', { name: 'All Order' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toHaveCount(0)
  await expect(button).toBeFocused()

  await openPalette(page)
  const options = paletteOf(page).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.last().getAttribute('id'))!)
  await page.keyboard.type('bl')
  await expect(paletteOf(page).getByRole('group', { name: 'Screens' }).getByRole('option')).toHaveText(['Blogs'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/blogs')

  await openPalette(page)
  await expect(paletteOf(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Blogs'])
})

test('the palette shows parts of the newest text only, and says when the shop does not answer', async ({ page, office }) => {
  const [slow, quick] = [await addPart(office), await addPart(office)]
  let answerLate: (() => void) | undefined
  await page.route(/suggestParts/, async (route) => {
    const asked = new URL(route.request().url()).searchParams.get('q')
    if (asked === 'broken') return route.abort()
    if (asked === slow.name) await new Promise<void>((resolve) => (answerLate = resolve))
    // The page may have given up the request.
    await route.continue().catch(() => undefined)
  })
  await page.goto('/about')
  await openPalette(page)
  const late = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === slow.name)
  await page.keyboard.insertText(slow.name)
  await expect(paletteOf(page).getByRole('status')).toHaveText('Searching...')
  await expect.poll(() => answerLate !== undefined).toBe(true)
  const field = page.getByRole('combobox', { name: 'Screen, part, order or quote' })
  await field.fill(quick.name)
  await expect(paletteOf(page).getByRole('option', { name: new RegExp(quick.partNumber) })).toBeVisible()
  answerLate?.()
  await (await late).response()
  // Another answer after it: the late one has been read by then.
  await page.evaluate(async () => (await fetch('/api/allPartsCount')).json())
  await expect(paletteOf(page).getByRole('status')).toHaveText(/results?$/)
  await expect(paletteOf(page).getByRole('option', { name: new RegExp(slow.partNumber) })).toHaveCount(0)

  await field.fill('broken')
  await expect(paletteOf(page).getByText('Some results could not be loaded.')).toBeVisible()
  await page.unroute(/suggestParts/)
  await paletteOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(paletteOf(page).getByRole('status')).toHaveText(/results?$/)
  await expect(paletteOf(page).getByText('Some results could not be loaded.')).toHaveCount(0)
})

test("a buyer finds an own order by its part, and an admin finds it by the buyer's email", async ({ page, office }) => {
  const person = newPerson()
  await enter(page, person)
  const part = await addPart(office)
  const order = await placeOrder(page, part)
  await page.goto('/about')
  await openPalette(page)
  await page.keyboard.insertText(part.name)
  await paletteOf(page).getByRole('group', { name: 'Orders' }).getByRole('option').click()
  await expect(page).toHaveURL(`/dashboard/order/${order._id}`)

  await office.goto('/about')
  await openPalette(office)
  await office.keyboard.insertText(person.email)
  await paletteOf(office).getByRole('group', { name: 'Orders' }).getByRole('option', { name: part.name }).click()
  await expect(office).toHaveURL(new RegExp(`/dashboard/all-order\\?q=.*&open=${order._id}`))
})
