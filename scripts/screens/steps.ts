import type { Page } from 'playwright-core'

/** Actions on a screen before its screenshot. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export const pressFirst = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first().click()

/** Opens the suggestions of the search in the header. */
export async function suggest(page: Page, text: string): Promise<void> {
  const banner = page.getByRole('banner')
  const open = banner.getByRole('button', { name: 'Open search' })
  const field = banner.locator('input[type="search"]')
  if (!(await field.isVisible())) await open.click()
  await field.pressSequentially(text)
  await page.getByRole('option').first().waitFor()
}

export async function startPurchase(page: Page): Promise<void> {
  await press(page, 'Purchase')
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}

/** Opens the command palette with a text, and waits for what it finds. */
export async function openPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Screen, part, order or quote' }).pressSequentially(text)
  await page.waitForLoadState('networkidle')
}

/** Fills the quote with a list, and waits for its prices. */
export async function pasteList(page: Page, text: string): Promise<void> {
  await press(page, 'Paste a list')
  await page.getByLabel('Your list').fill(text)
  await press(page, 'Add these lines')
  await page.getByRole('table', { name: 'Lines of the quote' }).getByText('$').filter({ visible: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Lazy pictures load when they are scrolled into view. */
export async function loadAllPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = Array.from(document.images)
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })
}
