import { randomUUID } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { eq } from 'drizzle-orm'
import { paths } from '#app/paths.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { NewQuote, OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { users } from '#database/tables/users.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { goodPassword } from '../browser/browser.ts'
import { findBrowser } from '../browser/find-browser.ts'
import { openListeningShop, type ListeningShop } from './listening-shop.ts'
import { contact, type Client, type Customer } from './open-shop.ts'
import { saveQuote } from './quotes.ts'
import { sampleFields } from './sample-part.ts'
import { totalDollars } from '../total-dollars.ts'
import { openScreen } from '#tests/support/browser/open-screen.ts'

/** A separate shop with its pages, which a real browser can visit. */
export type VisitedShop = ListeningShop & { browser: Browser }

export async function openVisitedShop(): Promise<VisitedShop> {
  const shop = await openListeningShop()
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } })
  afterTheFile(() => browser.close())
  return { ...shop, browser }
}

/** A person of this name who can sign in on the screens, with `goodPassword`, and make calls. */
export async function addVisitor(shop: VisitedShop, displayName: string, role: 'admin' | '' = ''): Promise<Customer> {
  const { db, services } = shop
  const person = await shop.customer('ann', role)
  await db.update(users).set({ displayName }).where(eq(users.id, person.userId))
  await services.identity.setPassword(db, person.userId, await services.identity.hashPassword(goodPassword))
  return { ...person, displayName }
}

/** The addresses of the screens that show the texts, to the buyer or to everyone with the link. */
export type Stored = { parts: Part[]; payments: string[]; quotes: string[]; sharedQuotes: string[] }

/**
 * Stores each text in every field that takes one of its length: of a part, of the buyer's profile and keys, of a review and
 * its answer, of an order, of a quote, a request and an offer, of a message to the shop, and of its settings. With them their mails are written. The last quote has all the texts,
 * is ordered, and waits for its payment.
 */
export async function storeTexts(shop: VisitedShop, admin: Client, buyer: Customer, texts: readonly string[]): Promise<Stored> {
  const { img } = await shop.addPart({ name: 'Plain part' })
  const stored: Stored = { parts: [], payments: [], quotes: [], sharedQuotes: [] }
  for (const text of texts) {
    const part = await storePart(admin, text, img)
    stored.parts.push(part)
    await storePerson(buyer, text)
    await storeReview(admin, buyer, text)
    const order = await storeOrder(buyer, text, part)
    stored.payments.push(paths.payment(order._id))
    const lines = [{ text, partsId: part._id, quantity: upTo(40, text) }, { text }]
    await storeOffer(admin, buyer, text, await storeQuote(buyer, { name: text, note: text, lines }, stored))
    taken(await shop.visitor.post('/missed-searches', { text }))
    await storeSettings(admin, text)
    taken(await shop.visitor.post('/contact', { name: text, email: 'writer@example.com', message: `${text}\n${text}` }))
  }
  const lines = texts.map((text, index) => ({ text, partsId: stored.parts[index]!._id }))
  const { _id, version, total } = await storeQuote(buyer, { name: texts[0]!, note: texts.join('\n'), lines }, stored)
  const group = taken<OrderGroup>(await buyer.post(`/quotes/${_id}/order`, { version, total, ...contact, address: texts[0] }))
  stored.payments.push(paths.payment(group.orders[0]!._id))
  return stored
}

async function storePart(admin: Client, text: string, img: string): Promise<Part> {
  // No two parts have the same letters and digits in their numbers.
  const partNumber = upTo(TEXT_LIMITS.partNumber, `${text} ${randomUUID().slice(0, 6)}`) ?? ''
  const part = { ...sampleFields, name: text, description: `${text} ${text}`, img, available: 100_000, partNumber }
  const { insertedId } = taken<{ insertedId: string }>(await admin.post('/parts', part))
  return { ...part, _id: insertedId }
}

async function storePerson(buyer: Customer, text: string): Promise<void> {
  const phone = upTo(TEXT_LIMITS.phone, text) ?? '1'
  taken(await buyer.put(`/users/${buyer.email}`, { displayName: text, phone, education: text, address: text }))
  taken(await buyer.post('/api-keys', { name: upTo(TEXT_LIMITS.apiKeyName, text) ?? 'Purchasing', scopes: ['quotes:read'] }))
}

async function storeReview(admin: Client, buyer: Customer, text: string): Promise<void> {
  const { insertedId } = taken<{ insertedId: string }>(await buyer.post('/reviews', { rating: 5, review: text }))
  taken(await admin.put(`/reviews/${insertedId}/answer`, { answer: text }))
}

async function storeOrder(buyer: Customer, text: string, { _id }: Part): Promise<Order> {
  const change = { restAvailable: { available: 99_000 }, orderQuantity: 1_000 }
  const { holdId } = taken<{ holdId: string }>(await buyer.put(`/inventory/${_id}`, change))
  const phone = upTo(TEXT_LIMITS.phone, text) ?? '1'
  const orderItem = { name: text.trim(), totalPrice: totalDollars(2.5, 1_000), orderQuantity: 1_000, holdId, phone, address: text }
  return taken<Order>(await buyer.post('/inventory', { orderItem }))
}

/** A wish of the buyer, which an offer answers. */
async function storeOffer(admin: Client, buyer: Customer, text: string, { _id, version, total }: Quote): Promise<void> {
  taken(await buyer.post(`/quotes/${_id}/request`, { version, text }))
  // A text can be no quantity, so that nothing can be offered.
  if (total > 0) taken(await admin.post(`/quotes/${_id}/offer`, { version, lines: [], terms: text, validDays: 30, total }))
}

async function storeSettings(admin: Client, text: string): Promise<void> {
  const { version } = taken<ShopSettingsNow>(await admin.get('/shop-settings'))
  const values = {
    shopName: upTo(60, text) ?? 'Shop',
    contact: { phone: upTo(40, text) ?? '1', address: text },
    home: { heading: upTo(80, text) ?? 'Heading', promise: text, servicesTitle: text, servicesText: text, pictureText: text },
    legal: { terms: text, privacy: text, imprint: text },
    holidays: [{ from: '2026-12-24', to: '2026-12-26', name: upTo(80, text) ?? '' }],
    mailFooter: text,
  }
  taken(await admin.put('/shop-settings', { version, values }))
}

async function storeQuote(buyer: Customer, quote: NewQuote, stored: Stored): Promise<Quote> {
  const saved = await saveQuote(buyer, quote)
  const { secret } = taken<{ secret: string }>(await buyer.post(`/quotes/${saved._id}/link`))
  stored.quotes.push(paths.quoteOne(saved._id))
  stored.sharedQuotes.push(`/shared-quote/${secret}`)
  return saved
}

const upTo = (limit: number, text: string) => (Array.from(text).length <= limit ? text : undefined)

function taken<T>(answer: { statusCode: number; body: string; json(): T }): T {
  if (answer.statusCode !== 200) throw new Error(`A text was not stored: ${answer.body}`)
  return answer.json()
}

/** A browser of one person, or of no one, that records scripts that ran or were blocked. */
export type WatchedBrowser = { page: Page; noticed: string[]; close(): Promise<void> }

export async function openWatchedBrowser(shop: VisitedShop, person?: Customer): Promise<WatchedBrowser> {
  const context = await shop.browser.newContext({ baseURL: shop.url })
  context.setDefaultTimeout(HANG_LIMIT_MS)
  const noticed = await watchScripts(context, shop.url)
  const page = await context.newPage()
  if (person) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).first().waitFor()
  }
  return { page, noticed, close: () => context.close() }
}

declare global {
  /** Notifies the test from inside a page. */
  var noticeForTest: (what: string) => void
}

/** Records dialogs, violations of the security policy, script errors, and requests to other hosts. */
async function watchScripts(context: BrowserContext, url: string): Promise<string[]> {
  const noticed: string[] = []
  await context.exposeBinding('noticeForTest', (_source, what: string) => void noticed.push(what))
  await context.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      Object.defineProperty(window, name, { value: () => noticeForTest(`${name} ran at ${location.pathname}`) })
    }
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      noticeForTest(`${effectiveDirective} stopped ${blockedURI} at ${location.pathname}`),
    )
  })
  context.on('weberror', (error) => void noticed.push(String(error.error())))
  context.on('request', (request) => {
    const address = request.url()
    if (!/^(data|blob|about):/.test(address) && new URL(address).origin !== url) noticed.push(`a request to ${address}`)
  })
  return noticed
}

/** Opens a screen and waits until its data are loaded. */
export const visit = ({ page }: WatchedBrowser, path: string): Promise<void> => openScreen(page, path)

/** Takes the lines of the quote that is shown to the quote screen, where its buyer changes them. */
export async function openEditor({ page }: WatchedBrowser): Promise<void> {
  const priced = page.waitForResponse('**/api/quotes/price')
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await page.waitForURL('**/quote')
  await (await priced).finished()
  await page.locator('main .spinner').waitFor({ state: 'detached' })
}

/** The content of each mail in a mail program that runs scripts, which none does. */
export async function readMails({ page, noticed }: WatchedBrowser, mails: { html: string }[]): Promise<void> {
  await page.goto('about:blank')
  for (const { html } of mails) {
    await page.setContent(html, { waitUntil: 'load' })
    const active = await page.locator('script, iframe, object, embed, form, img, link, base, svg, [onload], [onerror], [onfocus]').count()
    if (active > 0) noticed.push(`a mail with ${active} active elements`)
  }
}
