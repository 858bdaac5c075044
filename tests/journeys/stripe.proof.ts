import type { Page } from '@playwright/test'
import axe from 'axe-core'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import {
  addPart,
  callShop,
  colourOf,
  enter,
  expect,
  expectToast,
  newPerson,
  orderRow,
  placeOrder,
  sampleAdmin,
  signIn,
  test as journey,
} from '#tests/support/browser/journey.ts'
import { openScreen } from '#tests/support/browser/open-screen.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'
import { openStripeDouble, stripeKeys, type StripeDouble } from '#tests/support/doubles/stripe-double.ts'
import { playStripe, type StripeOnPage } from '#tests/support/doubles/stripe-js-double.ts'

type StripeShop = { url: string; double: StripeDouble; part: Part }

/** A separate shop that takes cards through Stripe, and a page of a person with an unpaid order of $5,000.00. */
const test = journey.extend<{ stripe: StripeOnPage; order: Order }, { shop: StripeShop }>({
  shop: [
    async ({ browser }, use) => {
      const double = await openStripeDouble()
      const shop = await runShop({
        STRIPE_SECRET_KEY: stripeKeys.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
        STRIPE_API_URL: double.url,
      })
      const office = await browser.newPage({ baseURL: shop.url })
      await signIn(office, sampleAdmin)
      const part = await addPart(office, { price: 2.5, available: 1_000_000 })
      await office.close()
      await use({ url: shop.url, double, part })
      await shop.stop()
      await double.stop()
    },
    { scope: 'worker', timeout: HANG_LIMIT_MS },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  stripe: async ({ page, shop }, use) => use(await playStripe(page, shop.double)),
  // `stripe` is asked for so that no page of the order's buyer reaches the real one.
  order: async ({ page, shop, stripe: _stripe }, use) => {
    await enter(page, newPerson('Ann Stripe'))
    await use(await placeOrder(page, shop.part, 2_000))
  },
})
// One shop serves all of these, and some make its processor fail.
test.describe.configure({ mode: 'default' })

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
const cardFrame = (page: Page) => page.frameLocator('iframe[src*="card.html"]')

async function enterStripeCard(page: Page, number: string): Promise<void> {
  await cardFrame(page).getByPlaceholder('Card number').fill(number)
  await cardFrame(page).getByPlaceholder('MM / YY').fill('12 / 34')
  await cardFrame(page).getByPlaceholder('CVC').fill('123')
  await payButton(page).click()
}

test("a card is entered in Stripe's own field, and the order is paid", async ({ page, order, stripe, shop }) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Pay Now' }).click()

  await expect(page.getByText('Please Pay: $5,000.00', { exact: true })).toBeVisible()
  await expect(page.getByText('Stripe test mode: no money moves.')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await enterStripeCard(page, '4242 4242 4242 4242')

  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
  await expectToast(page, 'Your Transaction Is Completed')
  const intent = [...shop.double.books.intents.values()].find(({ metadata }) => metadata['order_id'] === order._id)
  await expect(page.getByText(`Your Transaction Id: ${intent!.id}`, { exact: true })).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await expect.poll(async () => (await callShop<Order>(page, 'GET', `/order/${order._id}`)).paid).toBe(true)
  expect(new Set(stripe.asked.map((address) => new URL(address).hostname))).toEqual(new Set(['js.stripe.com', 'api.stripe.com']))
})

test("a declined card is told in Stripe's words, in red, and another one pays", async ({ page, order }) => {
  await page.goto(`/dashboard/payment/${order._id}`)

  await enterStripeCard(page, '4000 0000 0000 0002')
  const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
  await expect(refusal).toBeVisible()
  const { red, green, blue } = await colourOf(refusal)
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  await enterStripeCard(page, '5555 5555 5555 4444')

  await expect(page.getByText('Your mastercard card Payment Is Completed', { exact: true })).toBeVisible()
})

test('an entry that is not complete is told in red, and goes nowhere', async ({ page, order, stripe }) => {
  await page.goto(`/dashboard/payment/${order._id}`)

  await enterStripeCard(page, '4242 4242 4242 424')

  await expect(page.getByRole('alert').filter({ hasText: 'Your card number is incomplete.' })).toBeVisible()
  expect(stripe.asked.filter((address) => address.endsWith('/payment_methods'))).toEqual([])
  await expect(payButton(page)).toBeEnabled()
})

test("the bank's second step opens in a frame; failed it can be repeated, passed it pays", async ({ page, order }) => {
  await page.goto(`/dashboard/payment/${order._id}`)
  const bank = page.frameLocator('iframe[src*="second-step"]')

  await enterStripeCard(page, '4000 0025 0000 3155')
  await expect(page.getByText('Your Transaction Is Processing......', { exact: true })).toBeVisible()
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'We are unable to authenticate' })).toBeVisible()
  await payButton(page).click()
  await bank.getByRole('button', { name: 'Complete' }).click()

  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
})

test("when the browser's report is lost, Stripe's message makes the order paid", async ({ page, order, shop }) => {
  await page.route(`**/api/order/${order._id}`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(payButton(page)).toBeEnabled()
  // From here on the shop hears nothing from Stripe, so that it does not find the payment by asking.
  const { promise: held, resolve: letAnswersCome } = Promise.withResolvers<void>()
  shop.double.faults.held = held
  await enterStripeCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
  const paid = async () => (await callShop<Order>(page, 'GET', `/order/${order._id}`)).paid
  expect(await paid()).toBe(false)
  letAnswersCome()

  await shop.double.deliverEvents(`${shop.url}/api/payment-webhook`)

  await expect.poll(paid).toBe(true)
  await page.goto('/dashboard')
  await expect(orderRow(page, order.name)).toContainText('Tx.ID-')
})

test("when Stripe's library cannot be loaded the page says so, and trying again helps", async ({ page, order, stripe }) => {
  await stripe.block()
  await page.goto(`/dashboard/payment/${order._id}`)

  const notice = page.getByRole('alert').filter({ hasText: 'card field could not be loaded' })
  await expect(notice).toBeVisible()
  await stripe.unblock()
  await notice.getByRole('button', { name: 'Try again' }).click()

  await expect(cardFrame(page).getByPlaceholder('Card number')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
})

test('Stripe is let in on the payment page and nowhere else', async ({ page, order, stripe }) => {
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy']

  for (const path of ['/', '/dashboard', '/login', `/dashboard/payments/${order._id}`]) {
    expect(await policyOf(path)).not.toContain('stripe')
  }
  expect(await policyOf(`/dashboard/payment/${order._id}`)).toMatch(
    /script-src [^;]*https:\/\/js\.stripe\.com[^;]*;.*connect-src 'self' https:\/\/api\.stripe\.com;.*https:\/\/hooks\.stripe\.com/,
  )
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  for (const path of ['/', '/inventory', '/dashboard', '/dashboard/profile']) {
    await openScreen(page, path)
  }
  expect(stripe.asked).toEqual([])
  expect(files.filter((address) => /stripe/i.test(address))).toEqual([])
})

test('the browser is told the publishable key and no other', async ({ page, order }) => {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // A stream of events ends with the page.
    if (response.headers()['content-type'] !== 'text/event-stream') answers.push(response.text().catch(() => ''))
  })
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(payButton(page)).toBeEnabled()

  const told = (await Promise.all(answers)).join()
  expect(told).toContain(stripeKeys.publishableKey)
  for (const secret of [stripeKeys.secretKey, stripeKeys.webhookSecret]) expect(told).not.toContain(secret)
})

test("the payment page with Stripe's field is accessible", async ({ page, order }) => {
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(payButton(page)).toBeEnabled()

  await page.evaluate(axe.source)
  const violations = await page.evaluate("axe.run('main').then(({ violations }) => violations.map(({ id }) => id))")

  expect(violations).toEqual([])
})
