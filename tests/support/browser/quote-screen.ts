import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

export const partOf = (page: Page, line: number) => page.getByRole('combobox', { name: `Part, line ${line}`, exact: true })
/** By its role: after a load the page may hold the drawing of the server once more, hidden. */
export const quantityOf = (page: Page, line: number) => page.getByRole('textbox', { name: `Quantity, line ${line}`, exact: true })
/** The row of a line, its heading row left out. */
export const lineOf = (page: Page, line: number) => page.getByRole('table', { name: 'Lines of the quote' }).getByRole('row').nth(line)
export const totalOf = (page: Page) => page.getByText('Total', { exact: true }).locator('..').getByRole('status')

export async function openQuote(page: Page): Promise<void> {
  await page.goto('/quote')
  await expect(partOf(page, 1)).toBeEnabled()
}

export async function pasteList(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Your list').fill(text)
  await page.getByRole('button', { name: 'Add these lines' }).click()
}

/** Saves the lines of the quote screen as the signed-in person; ends on the quote. Returns its number. */
export async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save quote' }).click()
  const heading = page.getByRole('heading', { name: /^Quote Q-\d{6}/ })
  await expect(heading).toBeVisible()
  return /Q-\d{6}/.exec((await heading.textContent()) ?? '')![0]
}
