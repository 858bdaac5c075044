import type { Page } from '@playwright/test'
import { endStreams } from '../../tests/support/browser/end-streams.ts'
import { answerInstead, test } from '../../tests/support/browser/journey.ts'
import { sampleFields } from '../../tests/support/shops/sample-part.ts'
import { report } from '../measured.ts'
import { longestAnswer, plainTableMs, type Answer } from './answer-time.ts'

/*
 * Interactions to the next frame, as `npm run interactions` measures them, but by the work they need, compared with that
 * of drawing a plain table of 3,000 cells on the same machine, which takes about 16 ms on one that serves the shop well.
 */

/** A phone of the cheap kind beside the machine that runs this. */
const SLOWER = 6
/** Plain tables: about 1 for each on a quiet machine, up to 2.2 beside other work. */
const TABLES = 3
/** Elements styled again. Before rules with `:has()` were replaced, all of a dashboard were: 2,014. */
const STYLED = 300
/** Garbage collections, and code that is compiled for the first time, fall into some visits. */
const VISITS = 3

type Step = { name: string; path: string; use: (page: Page) => Promise<unknown> }

const row = (page: Page, index: number) => page.getByRole('table').getByRole('checkbox').nth(index)
const sortBy = (page: Page, name: string) => page.getByRole('columnheader').getByRole('button', { name }).click()

const office: Step[] = [
  { name: 'selecting a part', path: '/dashboard/manegeProduct', use: (page) => row(page, 3).check() },
  { name: 'sorting parts', path: '/dashboard/manegeProduct', use: (page) => sortBy(page, 'Parts Name') },
  {
    name: 'pieces for the stock of a part',
    path: '/dashboard/manegeProduct',
    use: async (page) => {
      await page.getByPlaceholder('Purchase quantity').first().click()
      await page.keyboard.type('12000', { delay: 50 })
    },
  },
]

const shop: Step[] = [
  {
    name: 'pieces in the list',
    path: '/inventory?view=table',
    use: async (page) => {
      await page
        .getByRole('main')
        .getByRole('textbox', { name: /^Pieces|^Quantity/ })
        .first()
        .click()
      await page.keyboard.type('12000', { delay: 50 })
    },
  },
  {
    name: 'a line of a quote',
    path: '/quote',
    use: async (page) => {
      await page.getByRole('combobox', { name: 'Part, line 1', exact: true }).click()
      await page.keyboard.type('t-con', { delay: 50 })
    },
  },
]

/** Reports the work of an answer, and returns how many elements were styled again. */
async function measure(page: Page, { name, path, use }: Step): Promise<number> {
  const plainMs = SLOWER * (await plainTableMs(page))
  const answers: Answer[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    // Its style sheet comes when a dashboard is idle.
    if (path.startsWith('/dashboard')) await page.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' })
    answers.push(await longestAnswer(page, SLOWER, () => use(page)))
  }
  const workMs = Math.min(...answers.map((answer) => answer.workMs))
  const note = `${workMs.toFixed(1)} ms beside ${plainMs.toFixed(1)} ms, ${SLOWER} times slower`
  report({ what: `Answer to ${name}`, found: workMs / plainMs, unit: 'plain tables', atMost: TABLES, note })
  return Math.min(...answers.map(({ styled }) => styled))
}

for (const step of office) {
  test(`the answer to ${step.name}`, async ({ office: page }) => {
    await endStreams(page)
    const parts = Array.from({ length: 40 }, (_, index) => ({
      _id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      ...sampleFields,
      name: `Part ${99 - index}`,
      img: '/favicon.svg',
      partNumber: `P-${index}`,
    }))
    await answerInstead(page, 'GET /allPartsCount', { count: parts.length })
    await answerInstead(page, 'GET /allParts', parts)
    const styled = await measure(page, step)
    report({ what: `Styled again by ${step.name}`, found: styled, unit: 'elements', atMost: STYLED })
  })
}

for (const step of shop) {
  test(`the answer to ${step.name}`, async ({ page }) => {
    await measure(page, step)
  })
}
