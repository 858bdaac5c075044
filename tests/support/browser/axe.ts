import axe from 'axe-core'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const RULES: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Those of these rules that read colours. */
const COLOUR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Violations that axe finds on the current page, one line each. `colours` checks only the rules about colours. Transitions are off,
 * so that every colour is final.
 */
export async function axeFindings(page: Page, only?: 'colours'): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Other results than violations only cost time: each correct element is described, too.
  const { violations } = await page.evaluate(
    async (runOnly) => {
      // Buttons that stay in sight lie over others only until the page is scrolled.
      const bars = document.querySelectorAll<HTMLElement>('.save-bar')
      for (const bar of bars) bar.style.position = 'static'
      const found = await window.axe.run({ runOnly, resultTypes: ['violations'], preload: false })
      for (const bar of bars) bar.style.position = ''
      return found
    },
    only === 'colours' ? COLOUR_RULES : RULES,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Violations in the light scheme and, of the rules about colours, in the dark one. */
export async function axeFindingsDayAndNight(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const byDay = await axeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...byDay, ...(await axeFindings(page, 'colours')).map((finding) => `dark: ${finding}`)]
}
