import type { Page } from '@playwright/test'
import { QUOTE_DRAFT } from '#app/quotes/draft-key.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { untilDraftHolds } from '#tests/support/browser/kept-draft.ts'

const partOf = (page: Page, line: number) => page.getByRole('combobox', { name: `Part, line ${line}`, exact: true })

/** The debounce of storing never ends by itself: `endPauses` ends every one that is waited for. */
async function holdDebounce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pauses = new Map<number, () => void>()
    const { setTimeout, clearTimeout } = window
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => {
        const id = setTimeout(() => ms !== 500 && work(), ms)
        if (ms === 500) pauses.set(id, work)
        return id
      },
      clearTimeout: (id?: number) => {
        pauses.delete(id ?? -1)
        clearTimeout(id)
      },
      endPauses() {
        for (const work of pauses.values()) work()
        return pauses.size
      },
    })
  })
}

test('what was typed in the last moment before the quote is left is kept', async ({ page }) => {
  await holdDebounce(page)
  await page.goto('/about')
  await page.goto('/quote')
  await expect(partOf(page, 1)).toBeEnabled()
  await partOf(page, 1).fill('T-Con Board')
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL(/\/about$/)

  await untilDraftHolds(page, 'T-Con Board')
  await page.goBack()
  await expect(partOf(page, 1)).toHaveValue('T-Con Board')
})

test('a tab that has only read the draft does not write it over a line that another tab adds meanwhile', async ({ page, context }) => {
  await holdDebounce(page)
  // The news of a second change are still on their way while the debounce of the first one ends.
  await page.addInitScript(() => {
    let heard = 0
    addEventListener('storage', (event) => event.key === 'quoteDraft' && ++heard > 1 && event.stopImmediatePropagation(), true)
  })
  await page.goto('/quote')
  await expect(partOf(page, 1)).toBeEnabled()
  const other = await context.newPage()
  await other.goto('/favicon.svg')
  const write = (...texts: string[]) =>
    other.evaluate(
      ([key, lines]) => localStorage.setItem(key, JSON.stringify({ count: lines.length, owner: null, name: '', note: '', lines })),
      [QUOTE_DRAFT, texts.map((text) => [text, '1000'])] as const,
    )

  await write('T-Con Board')
  await expect(partOf(page, 1)).toHaveValue('T-Con Board')
  await write('T-Con Board', 'Main Board')
  const ended = await page.evaluate(() => (window as unknown as { endPauses: () => number }).endPauses())

  expect(ended).toBeGreaterThan(0)
  await untilDraftHolds(page, 'Main Board')
})
