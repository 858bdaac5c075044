import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { launchBrowser } from '#tests/support/browser/launch-browser.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '#tests/support/browser/screens.ts'
import { doBusiness, pastedList, removeAllParts, signIn, type State } from './screens/business.ts'
import { ordersShots, type Shot } from './screens/orders-shots.ts'
import { loadAllPictures, pasteList, press, pressFirst, startPurchase, suggest } from './screens/steps.ts'
import { endStreams } from '#tests/support/browser/end-streams.ts'

/*
 * `npm run screens`: every screen in every role, empty and full, on phone, tablet and desktop, light and dark, into the
 * folder screens/. One shop passes through three states: new, in business, and sold out. Words choose screens by their
 * names, options choose what they are taken on:
 *
 *     npm run screens -- my-order part --width desk,wide --scheme light --state full
 */

const FOLDER = 'screens'
const WIDTHS = { phone: [375, 812], tablet: [768, 1024], desk: [1440, 900], wide: [2560, 1440] } as const
const SCHEMES = ['light', 'dark'] as const
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string', default: 'phone,tablet,desk' }, scheme: { type: 'string' }, state: { type: 'string' } },
})
const chosenWidths = Object.entries(WIDTHS).filter(([width]) => values.width.split(',').includes(width))
const chosenSchemes = SCHEMES.filter((scheme) => (values.scheme ?? scheme) === scheme)

/** Screens that could not be prepared; their pictures are taken all the same. */
const failed: string[] = []

type Role = Screen['role']

const refusedForms: Shot[] = [
  { name: 'login-refused', path: '/login', role: 'visitor', prepare: (page) => press(page, 'Login') },
  {
    name: 'register-refused',
    path: '/register',
    role: 'visitor',
    prepare: async (page) => {
      await page.getByRole('checkbox').check()
      await press(page, 'Register')
    },
  },
]

const listShots: Shot[] = [
  { name: 'inventory-table', path: '/inventory?view=table', role: 'visitor' },
  { name: 'inventory-search', path: '/inventory?q=cable&inStock=true', role: 'visitor' },
  { name: 'inventory-none', path: '/inventory?q=OLED-7788-XQ', role: 'visitor' },
  { name: 'suggestions', path: '/', role: 'visitor', prepare: (page) => suggest(page, 'board') },
]

const shop = await runShop({ LOG_LEVEL: 'error' })
const browser = await launchBrowser()
try {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const states = {
    customer: await signIn(browser, shop.url, sampleAccounts.customer),
    admin: await signIn(browser, shop.url, sampleAccounts.admin),
  }
  await take('empty', [...customerScreens, ...adminScreens], states)
  const orders = await doBusiness(browser, shop, states.customer)
  const orderScreens: Shot[] = [
    { name: 'part', path: `/inventory/${orders.part}`, role: 'customer' },
    { name: 'part-sold-out', path: `/inventory/${orders.soldOut}`, role: 'customer' },
    { name: 'purchase', path: `/inventory/${orders.part}`, role: 'customer', prepare: startPurchase },
    { name: 'order', path: `/dashboard/order/${orders.paid}`, role: 'customer' },
    { name: 'order-to-ship', path: `/dashboard/order/${orders.paid}`, role: 'admin' },
    { name: 'payment', path: `/dashboard/payment/${orders.unpaid}`, role: 'customer' },
    { name: 'payment-paid', path: `/dashboard/payment/${orders.paid}`, role: 'customer' },
    { name: 'quote-lines', path: '/quote', role: 'visitor', prepare: (page) => pasteList(page, pastedList) },
    { name: 'quote-saved', path: `/dashboard/quotes/${orders.quote}`, role: 'customer' },
    {
      name: 'delete-order',
      path: '/dashboard',
      role: 'customer',
      prepare: (page) => pressFirst(page, /LED Backlight/),
    },
    { name: 'ship-order', path: '/dashboard/all-order', role: 'admin', prepare: (page) => pressFirst(page, /^Pending Shipping/) },
    ...ordersShots(orders),
    { name: 'edit-part', path: `/dashboard/manegeProduct/${orders.part}`, role: 'admin' },
    {
      name: 'parts-more',
      path: '/dashboard/manegeProduct',
      role: 'admin',
      prepare: (page) => pressFirst(page, /^More$/),
      isOverPage: true,
    },
    {
      name: 'parts-filters',
      path: '/dashboard/manegeProduct',
      role: 'admin',
      prepare: (page) => pressFirst(page, /^Filters/),
      isOverPage: true,
    },
  ]
  await take('full', [...publicScreens, ...listShots, ...refusedForms, ...orderScreens, ...customerScreens, ...adminScreens], states)
  await removeAllParts(shop.url, states.admin)
  await take('no-parts', [...publicScreens.slice(0, 2), ...adminScreens.filter(({ name }) => name === 'manegeproduct')], states)
} finally {
  await browser.close()
  await shop.stop()
}
for (const failure of failed) console.error(failure)
if (failed.length > 0) process.exitCode = 1

async function take(folder: string, all: Shot[], states: Record<Exclude<Role, 'visitor'>, State>): Promise<void> {
  if ((values.state ?? folder) !== folder) return
  const shots = all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  for (const [device, [width, height]] of chosenWidths) {
    for (const colorScheme of chosenSchemes) {
      for (const role of new Set(shots.map((shot) => shot.role))) {
        const context = await browser.newContext({
          baseURL: shop.url,
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
          ...(role !== 'visitor' && { storageState: states[role] }),
        })
        await endStreams(context)
        const page = await context.newPage()
        page.setDefaultTimeout(10_000)
        for (const shot of shots.filter((one) => one.role === role)) {
          await page.goto(shot.path, { waitUntil: 'networkidle' })
          await page.locator('html[data-hydrated]').waitFor()
          await shot.prepare?.(page).catch((error: unknown) => failed.push(`${shot.name} on a ${device}: ${String(error)}`))
          await loadAllPictures(page)
          const file = join(FOLDER, `${folder}-${role}-${shot.name}-${device}-${colorScheme}.png`)
          await page.screenshot({ path: file, fullPage: !shot.isOverPage })
          console.log(file)
        }
        await context.close()
      }
    }
  }
}
