import type { Page } from '@playwright/test'
import { QUOTE_DRAFT } from '#app/quotes/draft-key.ts'
import { expect } from './journey.ts'

/** Waits until the browser has stored a quote draft with this text. */
export const untilDraftHolds = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate((key) => localStorage.getItem(key), QUOTE_DRAFT)).toContain(text)
