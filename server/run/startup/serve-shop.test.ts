import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { toldWork, type ToldWork } from '#database/told-work.ts'
import type { Cents } from '#contract/basics/money.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { holdPieces, openShop } from '#tests/support/shops/open-shop.ts'
import { cards, openPaymentOf, orderRow, unpaidOrder } from '#tests/support/shops/payments.ts'
import { openStripeDouble, stripeKeys } from '#tests/support/doubles/stripe-double.ts'
import { openTraceCollector } from '#tests/support/doubles/trace-collector.ts'
import { stripeProvider } from '../../payments/stripe/stripe.ts'
import { readSettings, type Settings } from '../../platform/settings/settings.ts'
import { sampleAccounts } from './sample-accounts.ts'
import { serveShop } from './serve-shop.ts'
import { shopJobs } from '../../jobs.ts'

/** Maximum seconds between two runs of each job, from the promises it keeps. */
const atMostSeconds = {
  mails: 1,
  'inbound mails': 5,
  webhooks: 2,
  'expiring quotes': 600,
  'old webhook deliveries': 3_600,
  'ended punch-outs': 600,
  'shop settings': 5,
  'planned imports': 60,
  'price changes': 60,
  'back in stock': 30,
  'payment events': 5,
  'expired holds': 30,
  payments: 30,
  'refunds and disputes': 30,
  'withdrawn quotes': 10,
  'deleted quotes': 5,
  'unpaid orders': 600,
  'payment reminders': 600,
  'VAT ids': 300,
  'orders with VAT ids': 600,
  'open item reminders': 600,
  'evidence reminders': 600,
  payouts: 1_800,
  invoices: 10,
  'invoices of deliveries': 10,
  'answers to purchase orders': 5,
  'orders to ship': 600,
  'low stock': 600,
  'set-aside stock': 60,
  'sales totals': 600,
  'answered calls': 3_600,
  'audit log': 3_600,
  'ended sessions': 3_600,
  'old searches': 3_600,
  'removed documents': 3_600,
  'unused pictures': 3_600,
}

const shop = await openShop()
const collector = await openTraceCollector()
afterTheFile(() => collector.close())
const { double, payments } = await openStripe()
shop.services.payments = payments

async function openStripe() {
  const stripe = await openStripeDouble()
  afterTheFile(() => stripe.stop())
  const { webhookSecret, ...keys } = stripeKeys
  const settings = { provider: 'stripe', ...keys, webhookSecrets: [webhookSecret], apiUrl: stripe.url } as const
  return { double: stripe, payments: stripeProvider(settings) }
}

/** Those that the shop was started with. */
let settings: Settings

/** Work that became due while no shop was running. */
const left = await leaveBehind()

async function leaveBehind() {
  const held = await shop.addPart({ available: 10_000 })
  await holdPieces(await shop.customer(), held, 1_000)
  await shop.db.execute(sql`update holds set expires_at = now()`)

  const asked = await unpaidOrder(shop)
  double.books.pay(await openPaymentOf(asked.buyer, asked.order), cards.pays)
  for (const event of double.books.events) event.isDelivered = true

  // No row of the shop mentions this payment, so only the message can make the order paid.
  const { order: reported } = await unpaidOrder(shop)
  const request = { orderId: reported._id, attempt: 1, amount: 250_000 as Cents, placedAt: new Date(), email: '', displayName: '' }
  double.books.pay((await payments.openIntent(request)).clientSecret, cards.pays)
  return { held, asked: asked.order, reported }
}

beforeAll(async () => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const { dataDir } = shop.services.settings
  const steps: (() => Promise<unknown>)[] = []
  afterTheFile(async () => {
    for (const step of steps.toReversed()) await step()
  })
  settings = readSettings({
    DATA_DIR: dataDir,
    PORT: '0',
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_API_URL: double.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const closing = { onClose: (step: () => Promise<unknown>) => void steps.push(step), close: () => {}, isClosing: () => false }
  const connection = inDatabase(inject('postgres'), rows[0]!.name)
  await serveShop({ connection, description: 'of a test', stop: async () => {} }, { settings, log: pino({ level: 'silent' }), closing })
})

test('every job exists, and runs as often as promised (3) (18) (22) (59)', () => {
  const seconds = Object.fromEntries(shopJobs(shop.services).map(({ name, everyMs }) => [name, everyMs / 1_000]))

  expect(Object.keys(seconds).toSorted()).toEqual(Object.keys(atMostSeconds).toSorted())
  for (const [name, limit] of Object.entries(atMostSeconds)) expect(seconds[name], name).toBeLessThanOrEqual(limit)
})

/** A first turn that fails, because the machine is busy, is followed by one after half a minute. */
const expectPoll = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: HANG_LIMIT_MS })

test('a started shop returns the pieces of holds that expired while it was down (3)', async () => {
  await expectPoll(() => shop.stockOf(left.held)).toBe(10_000)
})

test('a started shop asks the provider about open payments (18)', async () => {
  await expectPoll(async () => (await orderRow(shop, left.asked)).state).toBe('paid')
})

test('a started shop fetches the undelivered messages, and they pay their orders (22)', async () => {
  await expectPoll(async () => (await orderRow(shop, left.reported)).state).toBe('paid')
})

test('a shop with a collector tells of its requests', async () => {
  const told: string[] = []
  const onEnd = (work: unknown) => void told.push((work as ToldWork).name)
  toldWork.asyncEnd.subscribe(onEnd)
  afterTheFile(() => toldWork.asyncEnd.unsubscribe(onEnd))

  await fetch(`${settings.shopUrl}/robots.txt`)

  await vi.waitUntil(() => told.includes('GET /robots.txt'), HANG_LIMIT_MS)
})

test('a shop on PORT=0 trusts the page that it serves, and names its own address', async () => {
  const { shopUrl } = settings
  const signIn = async (origin: string) =>
    fetch(`${shopUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: sampleAccounts.customer.email, password: sampleAccounts.customer.password }),
    })

  expect((await signIn(shopUrl)).status).toBe(200)
  expect((await signIn('http://localhost:0')).status).toBe(403)
  expect(await (await fetch(`${shopUrl}/robots.txt`)).text()).toContain(`Sitemap: ${shopUrl}/sitemap.xml`)
})
