import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import vnu from 'vnu-jar'
import { doBusiness, signIn } from '../scripts/screens/business.ts'
import { sampleAccounts } from '../server/run/startup/sample-accounts.ts'
import { endStreams } from '../tests/support/browser/end-streams.ts'
import { launchBrowser } from '../tests/support/browser/launch-browser.ts'
import { openScreen } from '../tests/support/browser/open-screen.ts'
import { adminScreens, customerScreens, publicScreens } from '../tests/support/browser/screens.ts'
import { runShop } from '../tests/support/shops/run-shop.ts'

/*
 * `npm run validate-html` gives every screen, as it stands in the browser, to the W3C's validator (Nu Html Checker). It needs Java. Exits with 1
 * when the validator finds an error.
 */

type Message = { type: string; url: string; message: string; extract?: string }

const shop = await runShop({ LOG_LEVEL: 'error' })
const browser = await launchBrowser()
const folder = await mkdtemp(join(tmpdir(), 'validate-html-'))
try {
  const states = {
    visitor: undefined,
    customer: await signIn(browser, shop.url, sampleAccounts.customer),
    admin: await signIn(browser, shop.url, sampleAccounts.admin),
  }
  const orders = await doBusiness(browser, shop, states.customer)
  const screens = [
    ...publicScreens,
    { name: 'inventory-table', path: '/inventory?view=table', role: 'visitor' },
    { name: 'part', path: `/inventory/${orders.part}`, role: 'customer' },
    { name: 'order', path: `/dashboard/order/${orders.paid}`, role: 'customer' },
    { name: 'order-to-ship', path: `/dashboard/order/${orders.paid}`, role: 'admin' },
    { name: 'payment', path: `/dashboard/payment/${orders.unpaid}`, role: 'customer' },
    { name: 'quote-saved', path: `/dashboard/quotes/${orders.quote}`, role: 'customer' },
    ...customerScreens,
    ...adminScreens,
  ] as const
  for (const role of ['visitor', 'customer', 'admin'] as const) {
    const storageState = states[role]
    const context = await browser.newContext({ baseURL: shop.url, ...(storageState && { storageState }) })
    await endStreams(context)
    const page = await context.newPage()
    for (const { name, path } of screens.filter((screen) => screen.role === role)) {
      await openScreen(page, path)
      // The library of the charts writes its properties into its pictures as attributes.
      await page.evaluate(() => document.querySelectorAll('.recharts-wrapper').forEach((chart) => chart.remove()))
      await writeFile(join(folder, `${role}-${name}.html`), await page.content())
    }
    await context.close()
  }
  const errors = await validate(folder)
  for (const error of errors) console.error(error)
  console.log(`${screens.length} screens, ${errors.length} errors`)
  if (errors.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await shop.stop()
  await rm(folder, { recursive: true })
}

/** What is wrong, each with its screen. */
async function validate(pages: string): Promise<string[]> {
  const { stderr } = await promisify(execFile)('java', ['-jar', vnu, '--format', 'json', '--exit-zero-always', '--errors-only', pages], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const { messages } = JSON.parse(stderr) as { messages: Message[] }
  return messages.map(({ url, message, extract = '' }) => `${url.split('/').at(-1)}: ${message} ${extract.trim()}`)
}
