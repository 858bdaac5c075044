import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { sampleAccounts } from '#server/sample-accounts.ts'
import { findBrowser } from '#tests/support/find-browser.ts'
import { runShop } from '#tests/support/run-shop.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '#tests/support/screens.ts'

/*
 * `npm run screens`: every screen in every role, empty and full, on a phone, a tablet and a desk, light and dark,
 * into the folder screens/. One shop is walked through its life: new, in business, and sold out of everything.
 * `npm run screens -- my-order part` takes only those whose name holds one of the words.
 */

const FOLDER = 'screens'
const WIDTHS = { phone: [375, 812], tablet: [768, 1024], desk: [1440, 900] } as const
const SCHEMES = ['light', 'dark'] as const
const wanted = process.argv.slice(2)

type Role = Screen['role']
type Shot = Screen & { prepare?: (page: Page) => Promise<void> }

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

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const shop = await runShop({ LOG_LEVEL: 'error' })
const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } })
try {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const states = {
    customer: await signIn(browser, sampleAccounts.customer),
    admin: await signIn(browser, sampleAccounts.admin),
  }
  await take('empty', [...customerScreens, ...adminScreens], states)
  const orders = await doBusiness(states.customer)
  const orderScreens: Shot[] = [
    { name: 'part', path: `/inventory/${orders.part}`, role: 'customer' },
    { name: 'part-sold-out', path: `/inventory/${orders.soldOut}`, role: 'customer' },
    {
      name: 'purchase',
      path: `/inventory/${orders.part}`,
      role: 'customer',
      prepare: async (page) => {
        await press(page, 'Purchase')
        await page.getByRole('button', { name: 'Submit' }).waitFor()
      },
    },
    { name: 'payment', path: `/dashboard/payment/${orders.unpaid}`, role: 'customer' },
    { name: 'payment-paid', path: `/dashboard/payment/${orders.paid}`, role: 'customer' },
    {
      name: 'delete-order',
      path: '/dashboard',
      role: 'customer',
      prepare: (page) => page.getByRole('button', { name: /LED Backlight/ }).first().click(),
    },
  ]
  await take('full', [...publicScreens, ...refusedForms, ...orderScreens, ...customerScreens, ...adminScreens], states)
  await removeAllParts(states.admin)
  await take('no-parts', [...publicScreens.slice(0, 2), adminScreens[3]!], states)
} finally {
  await browser.close()
  await shop.stop()
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function take(folder: string, all: Shot[], states: Record<Exclude<Role, 'visitor'>, State>): Promise<void> {
  const shots = all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  for (const [device, [width, height]] of Object.entries(WIDTHS)) {
    for (const colorScheme of SCHEMES) {
      for (const role of new Set(shots.map((shot) => shot.role))) {
        const context = await browser.newContext({
          baseURL: shop.url,
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
          ...(role !== 'visitor' && { storageState: states[role] }),
        })
        const page = await context.newPage()
        for (const shot of shots.filter((one) => one.role === role)) {
          await page.goto(shot.path, { waitUntil: 'networkidle' })
          await shot.prepare?.(page)
          await loadAllPictures(page)
          const file = join(FOLDER, `${folder}-${role}-${shot.name}-${device}-${colorScheme}.png`)
          await page.screenshot({ path: file, fullPage: true })
          console.log(file)
        }
        await context.close()
      }
    }
  }
}

/** Pictures below the fold load when they come into sight. */
async function loadAllPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = Array.from(document.images)
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })
}

async function signIn(inBrowser: Browser, { email, password }: { email: string; password: string }): Promise<State> {
  const context = await inBrowser.newContext({ baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Login')
  await page.getByRole('button', { name: 'Sign Out' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Makes calls as the person of a browser state. */
function callsOf(state: State) {
  const token = state.origins.flatMap((origin) => origin.localStorage).find(({ name }) => name === 'accessToken')?.value
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${shop.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }
}

type Listed = { _id: string; name: string; available: number }

/** An unpaid order, a paid one and a shipped one; a message and a review. */
async function doBusiness(customer: State): Promise<Record<'part' | 'soldOut' | 'unpaid' | 'paid', string>> {
  const call = callsOf(customer)
  const admin = callsOf(await signIn(browser, sampleAccounts.admin))
  const parts = await call<Listed[]>('GET', '/allParts')
  const find = (start: string) => parts.find(({ name }) => name.startsWith(start))!
  const order = async (start: string, orderQuantity: number, pay: boolean) => {
    const { _id, name, available } = find(start)
    const restAvailable = { available: available - orderQuantity }
    const { totalPrice } = await call<{ totalPrice: number }>('PUT', `/inventory/${_id}`, { restAvailable, orderQuantity })
    const details = { phone: '+49 30 1234567', address: 'Dock Road 1, 20457 Hamburg' }
    const placed = await call<Listed>('POST', '/inventory', { orderItem: { name, totalPrice, orderQuantity, ...details } })
    if (pay) await payOrder(call, placed._id, totalPrice)
    return placed._id
  }
  await order('LED Backlight', 12_000, false)
  const shipped = await order('Speaker Pair', 2_000, true)
  await admin('PUT', `/orderShipped/${shipped}`)
  const paid = await order('Main Board', 1_000, true)
  const unpaid = await order('T-Con Board', 2_000, false)
  await call('PUT', `/users/${encodeURIComponent(sampleAccounts.customer.email)}`, {
    phone: '+49 30 1234567',
    education: 'Electronics engineer',
    address: 'Dock Road 1, 20457 Hamburg',
  })
  await call('POST', '/contact', {
    name: 'Sample Customer',
    email: sampleAccounts.customer.email,
    message: 'Could you quote 40,000 LVDS cables of 620 mm?\nWe need them in three deliveries.',
  })
  return { part: find('T-Con Board')._id, soldOut: find('AC Power Cord')._id, unpaid, paid }
}

async function payOrder(call: ReturnType<typeof callsOf>, orderId: string, totalPrice: number): Promise<void> {
  const { clientSecret } = await call<{ clientSecret: string }>('POST', '/create-payment-intent', { orderId, totalPrice })
  const card = await call<{ id: string }>('POST', '/sandbox/payment-methods', {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2040,
    cvc: '123',
    billing: { name: 'Sample Customer', email: sampleAccounts.customer.email },
  })
  const intent = clientSecret.split('_secret_')[0]!
  await call('POST', `/sandbox/payment-intents/${intent}/confirm`, { clientSecret, paymentMethod: card.id })
  await call('PUT', `/order/${orderId}`, { transactionId: intent })
}

async function removeAllParts(admin: State): Promise<void> {
  const call = callsOf(admin)
  for (const { _id } of await call<Listed[]>('GET', '/allParts')) await call('DELETE', `/parts/${_id}`)
}
