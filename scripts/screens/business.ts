import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import type { RunningShop } from '#tests/support/shops/run-shop.ts'

/** Browser storage of a signed-in user. */
export type State = Awaited<ReturnType<BrowserContext['storageState']>>
/** Paths of the screens that need data. */
export type Business = Record<'part' | 'soldOut' | 'unpaid' | 'paid' | 'number' | 'quote' | 'tracking', string>

export async function signIn(browser: Browser, url: string, { email, password }: { email: string; password: string }): Promise<State> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: 'Sign Out' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Makes calls as the user of a browser state. */
function callsOf(url: string, state: State) {
  const token = state.origins.flatMap((origin) => origin.localStorage).find(({ name }) => name === 'accessToken')?.value
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }
}

type Listed = { _id: string; name: string; available: number; number: string }

/** Orders that fill the lists: start of the part's name, pieces, whether it is paid, and shipped. */
const furtherOrders: [string, number, 'unpaid' | 'paid' | 'shipped'][] = [
  ['LVDS Cable', 20_000, 'shipped'],
  ['Remote Control', 1_500, 'shipped'],
  ['Main Board', 3_000, 'shipped'],
  ['Speaker Pair', 10_000, 'shipped'],
  ['T-Con Board', 1_200, 'paid'],
  ['LED Backlight', 2_400, 'paid'],
  ['LVDS Cable', 40_000, 'paid'],
  ['Main Board', 1_000, 'unpaid'],
]

/** Adds orders in each state, a saved quote, a message and a profile. */
export async function doBusiness(browser: Browser, { url, dataDir }: RunningShop, customer: State): Promise<Business> {
  const call = callsOf(url, customer)
  const admin = callsOf(url, await signIn(browser, url, sampleAccounts.admin))
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
  for (const address of addressBook) await call('POST', '/addresses', address)
  for (const [start, pieces, state] of furtherOrders) {
    const placed = await order(start, pieces, state !== 'unpaid')
    if (state === 'shipped') await admin('PUT', `/orderShipped/${placed}`)
  }
  await order('LED Backlight', 12_000, false)
  const shipped = await order('Speaker Pair', 2_000, true)
  await admin('PUT', `/orderShipped/${shipped}`)
  const paid = await order('Main Board', 1_000, true)
  await admin('POST', `/order/${paid}/parcels`, { pieces: 400, carrier: 'ups', trackingNumber: '1Z999AA10123456784' })
  await call('PUT', `/order/${paid}/reference`, { reference: 'PO-2231', seen: '' })
  await call('POST', `/order/${paid}/messages`, { text: 'Does the rest leave this week?\nOur line waits for it.' })
  await admin('POST', `/order/${paid}/messages`, { text: 'Yes, on Thursday, with UPS.' })
  const { number } = await call<Listed>('GET', `/order/${paid}`)
  const unpaid = await order('T-Con Board', 2_000, false)
  await call('POST', '/api-keys', { name: 'Stock check', scopes: ['orders:read'] })
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
  const quote = await call<Listed>('POST', '/quotes', { name: 'Repair sets, first quarter', lines: quoteLines })
  return {
    part: find('T-Con Board')._id,
    soldOut: find('AC Power Cord')._id,
    unpaid,
    paid,
    number,
    quote: quote._id,
    tracking: await trackingPath(dataDir, paid),
  }
}

const ship = { city: 'Hamburg', postalCode: '20457', country: 'DE', phone: '+49 30 1234567' }

const addressBook = [
  { ...ship, label: 'Warehouse', name: 'Goods inwards', company: 'Sample Company', street: 'Dock Road 1' },
  { ...ship, label: 'Office', name: 'Sample Customer', company: 'Sample Company', street: 'Quay 2, third floor' },
  { ...ship, label: '', name: 'Sample Customer', company: '', street: 'Mill Lane 14' },
]

/** The tracking page of an order, from the mail about its first parcel. */
async function trackingPath(dataDir: string, orderId: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  const link = new RegExp(`/track/${orderId}\\.[\\w.-]+`)
  for (;;) {
    // The folder is made with the first mail; a mail that is being written gets its name afterwards.
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => !one.endsWith('.part'))) {
      const path = link.exec(await readFile(join(folder, name), 'utf8'))?.[0]
      if (path) return path
    }
    await delay(200)
  }
}

const quoteLines = [
  { text: 'TCB-5512-4K', quantity: 5_000 },
  { text: 'PSB-180-2412', quantity: 4_900 },
  { text: 'LVC-51-450', quantity: 20_000 },
  { text: 'FFC-30-05-200', quantity: 50_000 },
  { text: 'RC-38K-B', quantity: 10_000 },
]

/** The same as a list to paste, with realistic errors. */
export const pastedList = [
  'Part;Quantity',
  ...quoteLines.map(({ text, quantity }) => `${text};${quantity}`),
  'Wifi 6 Blutooth Module;2000',
  'Speaker Pair 8 Ohm 10 W, Ported;400',
].join('\n')

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

export async function removeAllParts(url: string, admin: State): Promise<void> {
  const call = callsOf(url, admin)
  for (const { _id } of await call<Listed[]>('GET', '/allParts')) await call('DELETE', `/parts/${_id}`)
}
