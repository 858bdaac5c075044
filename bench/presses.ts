import type { Locator, Page } from 'playwright-core'
import { sampleAccounts } from '../server/run/startup/sample-accounts.ts'
import { launchBrowser } from '../tests/support/browser/launch-browser.ts'
import { runShop } from '../tests/support/shops/run-shop.ts'
import { doBusiness, signIn } from '../scripts/screens/business.ts'

/*
 * `npm run presses` does three tasks of a working day as a practised person would, and prints what each takes: presses of the
 * mouse and of keys that act, characters typed, and seconds. Then it prints how many rows fit into the first screen of a desk.
 */

/** A practised person looks and aims before each press, and types 200 characters a minute. */
const AIM_MS = 700
const KEY_MS = 300

type Task = { presses: number; typed: number; page: Page }

const shop = await runShop({ LOG_LEVEL: 'error' })
const browser = await launchBrowser()
try {
  const customer = await signIn(browser, shop.url, sampleAccounts.customer)
  const admin = await signIn(browser, shop.url, sampleAccounts.admin)
  const { number } = await doBusiness(browser, shop, customer)
  const desk = { baseURL: shop.url, viewport: { width: 1_440, height: 900 } }
  const page = await browser.newPage({ ...desk, storageState: customer })
  const office = await browser.newPage({ ...desk, storageState: admin })

  console.log('| task | presses | characters | seconds |\n| --- | --- | --- | --- |')
  await time('find a part by its number and put 12,000 pieces into a quote', page, '/', async (task) => {
    await press(task, page.getByRole('banner').locator('input[type="search"]'))
    await type(task, 'LVC-51-450')
    await pressKey(task, 'Enter')
    await press(task, page.getByRole('link', { name: /^LVDS Cable 51/ }).first())
    await press(task, page.getByLabel('Quantity'))
    await task.page.keyboard.press('Control+a')
    await type(task, '12000')
    await press(task, page.getByRole('main').getByRole('button', { name: 'Add to quote' }))
    await page.getByRole('banner').getByRole('link', { name: 'Quote, 1 line' }).waitFor()
  })
  await time("find an order by its buyer's email", office, '/dashboard/profile', async (task) => {
    await pressKey(task, 'Control+k')
    await type(task, sampleAccounts.customer.email)
    await office.getByRole('dialog').getByRole('group', { name: 'Orders' }).getByRole('option').first().waitFor()
    await pressKey(task, 'Enter')
    await office.getByRole('dialog').getByText(sampleAccounts.customer.email).waitFor()
  })
  await time('see what is to be shipped', office, '/dashboard/profile', async (task) => {
    await press(task, office.getByRole('navigation').getByRole('link', { name: /^All Order/ }))
    await press(task, office.getByRole('navigation', { name: 'Filter by state' }).getByRole('link', { name: /^Pending Shipping/ }))
    await office.getByRole('table').getByRole('link', { name: number }).or(office.getByText(number)).first().waitFor()
  })

  console.log('\n| rows that fit into the first screen at 1440 x 900 | rows |\n| --- | --- |')
  for (const [name, path, on] of [
    ['All Order', '/dashboard/all-order', office],
    ['Manege Product', '/dashboard/manegeProduct', office],
    ['the list of parts, table', '/inventory?view=table', page],
    ['My Order', '/dashboard', page],
    ['Mails', '/dashboard/mails', office],
    ['Audit Log', '/dashboard/audit', office],
    ['All Reviews', '/dashboard/all-reviews', office],
  ] as const) {
    await on.goto(path)
    console.log(`| ${name} | ${await rowsThatFit(on)} |`)
  }
  await page.goto('/quote')
  console.log(`| the quote | ${await rowsThatFit(page)} |`)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/dashboard')
  const heading = await page.getByRole('main').getByRole('heading', { level: 2 }).first().boundingBox()
  console.log(`| the dashboard on a phone: pixels above its heading | ${Math.round(heading?.y ?? 0)} |`)
} finally {
  await browser.close()
  await shop.stop()
}

async function time(name: string, page: Page, path: string, work: (task: Task) => Promise<void>): Promise<void> {
  const task: Task = { presses: 0, typed: 0, page }
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor()
  const began = performance.now()
  await work(task)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`| ${name} | ${task.presses} | ${task.typed} | ${seconds} |`)
}

async function press(task: Task, target: Locator): Promise<void> {
  task.presses++
  await target.waitFor()
  await task.page.waitForTimeout(AIM_MS)
  await target.click()
}

async function pressKey(task: Task, key: string): Promise<void> {
  task.presses++
  await task.page.waitForTimeout(AIM_MS)
  await task.page.keyboard.press(key)
}

async function type(task: Task, text: string): Promise<void> {
  task.typed += text.length
  await task.page.keyboard.type(text, { delay: KEY_MS })
}

/** By the place of the first row and the height of most: the sample shop has fewer rows than some screens have room for. */
async function rowsThatFit(page: Page): Promise<number> {
  const rows = page.getByRole('main').locator('tbody tr, article, main li.row-card')
  await rows.first().waitFor()
  return rows.evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect()).filter(({ height }) => height > 0)
    const heights = boxes.map(({ height }) => height).toSorted((a, b) => a - b)
    return Math.floor((innerHeight - boxes[0]!.top) / heights[Math.floor(heights.length / 2)]!)
  })
}
