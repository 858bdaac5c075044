import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { launchBrowser } from '#tests/support/browser/launch-browser.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'
import { doBusiness, pastedList, signIn } from './screens/business.ts'
import { loadAllPictures, pasteList, startPurchase } from './screens/steps.ts'
import { endStreams } from '#tests/support/browser/end-streams.ts'

/*
 * `npm run tour:docs` takes the pictures of docs/tour.md, of a shop with sample activity, into docs/images.
 */

const FOLDER = 'docs/images'
const VIEWPORT = { width: 1_280, height: 800 }
const QUALITY = 80

type Picture = { name: string; path: string; prepare?: (page: Page) => Promise<void> }

const shop = await runShop({ LOG_LEVEL: 'error' })
const browser = await launchBrowser()
try {
  const customer = await signIn(browser, shop.url, sampleAccounts.customer)
  const admin = await signIn(browser, shop.url, sampleAccounts.admin)
  const { part, unpaid, quote } = await doBusiness(browser, shop, customer)
  await take(undefined, [
    { name: 'home', path: '/' },
    { name: 'inventory', path: '/inventory' },
    { name: 'quote', path: '/quote', prepare: (page) => pasteList(page, pastedList) },
  ])
  await take(customer, [
    { name: 'part', path: `/inventory/${part}` },
    { name: 'purchase', path: `/inventory/${part}`, prepare: startPurchase },
    { name: 'quote-saved', path: `/dashboard/quotes/${quote}` },
    { name: 'my-order', path: '/dashboard' },
    { name: 'payment', path: `/dashboard/payment/${unpaid}` },
    { name: 'profile', path: '/dashboard/profile' },
    { name: 'review', path: '/dashboard/my-review' },
  ])
  await take(admin, [
    { name: 'all-order', path: '/dashboard/all-order' },
    { name: 'stock', path: '/dashboard/manegeProduct' },
  ])
} finally {
  await browser.close()
  await shop.stop()
}

async function take(state: Awaited<ReturnType<typeof signIn>> | undefined, pictures: Picture[]): Promise<void> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  })
  await endStreams(context)
  const page = await context.newPage()
  for (const { name, path, prepare } of pictures) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await prepare?.(page)
    await loadAllPictures(page)
    const file = join(FOLDER, `${name}.webp`)
    await writeFile(
      file,
      await sharp(await page.screenshot())
        .webp({ quality: QUALITY })
        .toBuffer(),
    )
    console.log(file)
  }
  await context.close()
}
