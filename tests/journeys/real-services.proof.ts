import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Part } from '#contract/parts/parts.ts'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import {
  callShop,
  expect,
  expectToast,
  expectSignedIn,
  linkIn,
  newPerson,
  openPart,
  orderRow,
  register,
  test as journey,
  type Person,
} from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { externalUser } from '#tests/support/doubles/external-issuer.ts'
import {
  deliverEventsTo,
  findMail,
  openRealWorld,
  trustLoopback,
  type ReadMail,
  type RealWorld,
} from '#tests/support/real-world/real-world.ts'
import { openTlsProxy } from '#tests/support/real-world/real-world-proxy.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'
import { playStripe } from '#tests/support/doubles/stripe-js-double.ts'

type ProductionShop = { url: string; world: RealWorld; admin: Person }

/** A shop in production behind a proxy with TLS, every service of it a real one that answers on loopback. */
const test = journey.extend<object, { shop: ProductionShop }>({
  shop: openedOnce(async (use) => {
    const admin = newPerson('Boss Owner')
    const [world, proxy] = await Promise.all([openRealWorld(), openTlsProxy()])
    const shop = await runShop({ ...world.env, SHOP_URL: proxy.url, ADMIN_EMAIL: admin.email })
    proxy.forwardTo(shop.url)
    const distrust = trustLoopback()
    const endDelivery = deliverEventsTo(world.stripe, `${proxy.url}/api/payment-webhook`)
    await use({ url: proxy.url, world, admin })
    await endDelivery()
    distrust()
    await shop.stop()
    await proxy.stop()
    await world.stop()
  }),
  baseURL: async ({ shop }, use) => use(shop.url),
  ignoreHTTPSErrors: true,
})
test.describe.configure({ mode: 'default' })

/** Waits until the mail has arrived. */
async function mailTo({ world }: ProductionShop, email: string, subject: RegExp): Promise<ReadMail> {
  let mail: ReadMail | undefined
  await expect.poll(() => (mail = findMail(world.mail, email, subject)), { message: `a mail about ${subject}` }).toBeDefined()
  return mail!
}

test('a shop in production begins without parts and without sample accounts', async ({ page, shop }) => {
  const count = await (await page.request.get('/api/allPartsCount')).json()
  const answers = await Promise.all(
    Object.values(sampleAccounts).map(({ email, password }) =>
      page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: shop.url } }),
    ),
  )
  await page.goto('/login')

  expect(count).toEqual({ count: 0 })
  expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 401))
  await expect(page.getByText('Trial shop', { exact: false })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue With Acme' })).toBeEnabled()
})

test('a whole purchase, from an empty shop to the shipped mail, through real services alone', async ({ page, shop, browser }) => {
  const office = await openOffice(browser, shop)
  const part = await addPart(office, shop)

  const buyer = await signInExternally(page, shop)
  await buy(page, part)
  // Mails about an order that wait at the same time become one.
  await mailTo(shop, buyer.email, /received your order/)
  const transactionId = await pay(page, shop)

  await expect.poll(async () => (await callShop<{ paid: boolean }[]>(page, 'GET', `/order?customer=${buyer.email}`))[0]!.paid).toBe(true)
  await page.goto('/dashboard')
  await expect(orderRow(page, part.name)).toContainText(`Tx.ID-${transactionId.slice(-20)}`)
  await expect.poll(() => shop.world.stripe.books.events.every(({ isDelivered }) => isDelivered)).toBe(true)

  await mailTo(shop, buyer.email, /received your payment/)
  await ship(office, buyer.email)
  await page.reload()
  await expect(orderRow(page, part.name)).toContainText('Shipped')
  for (const subject of [/received your order/, /received your payment/, /on its way/]) {
    const mail = await mailTo(shop, buyer.email, subject)
    expect(mail.from).toBe('Teleforge <orders@parts.example.com>')
    for (const text of [mail.text, mail.html]) {
      for (const fact of [part.name, '2,000 pieces', '$29,700.00', shop.url]) expect(text).toContain(fact)
    }
    expect(mail.html).toMatch(/^<!doctype html>/i)
  }
  expect(shop.world.mail.received.filter(({ to }) => to.join() === buyer.email)).toHaveLength(3)
  await office.context().close()
})

/** The owner registers, and is an admin once the mail has shown that the address is theirs. */
async function openOffice(browser: Browser, shop: ProductionShop): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, ignoreHTTPSErrors: true })
  const office = await context.newPage()
  await register(office, shop.admin)
  const cookies = await context.cookies()
  expect(cookies.map(({ name, secure, httpOnly }) => [name.startsWith('__Host-'), secure, httpOnly])).toEqual(
    cookies.map(() => [true, true, true]),
  )
  await expect(callShop(office, 'GET', '/allOrder')).rejects.toThrow(/403/)

  await office.goto(linkIn((await mailTo(shop, shop.admin.email, /confirm/i)).text, '/verify-email'))
  await expect(office.getByText('Your email address is confirmed.')).toBeVisible()
  return office
}

/** Fills in the form; the picture goes into the bucket in three widths, and the storefront shows it. */
async function addPart(office: Page, { world, url }: ProductionShop): Promise<Part> {
  const name = 'Main Board of a Real Shop'
  await office.goto('/dashboard/addparts')
  await office.getByLabel('Parts Name').fill(name)
  await office.getByLabel('Price').fill('14.85')
  await office.getByLabel('Parts Available').fill('5000')
  await office.getByLabel('Parts Description').fill('The first part of this shop.')
  await office.getByLabel("Part's Picture").setInputFiles(await somePicture())
  await office.getByRole('button', { name: 'Add A Parts' }).click()
  await expectToast(office, 'Successfully Added A Parts')

  const [part] = (await (await office.request.get(`${url}/api/allParts`)).json()) as Part[]
  const picture = part!.img.split('/').at(-1)!
  expect((await world.s3.keys()).filter((key) => key.endsWith(picture))).toHaveLength(3)
  await openPart(office, name)
  const image = office.getByRole('img', { name })
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  return part!
}

async function somePicture(): Promise<string> {
  const folder = 'catalogue/images'
  return join(
    folder,
    (await readdir(folder)).find((file) => file.endsWith('.webp'))!,
  )
}

async function signInExternally(page: Page, { world }: ProductionShop): Promise<{ email: string }> {
  const person = externalUser()
  world.issuer.claims = person
  await page.goto('/login')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue With Acme' }).click()
  const popup = await opened
  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: 'Approve' }).click()
  await closed
  await expectSignedIn(page)
  return person
}

async function buy(page: Page, { name }: Part): Promise<void> {
  await openPart(page, name)
  await page.getByRole('button', { name: 'Plus 1,000 pieces' }).click()
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByLabel('Total price')).toHaveText('$29,700.00')
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'My Total Order: 1' })).toBeVisible()
}

/** Pays in Stripe's own field. The browser's report is lost, so that only the signed message can make the order paid. */
async function pay(page: Page, { world }: ProductionShop): Promise<string> {
  await playStripe(page, world.stripe)
  await page.route('**/api/order/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page.getByText('Please Pay: $29,700.00')).toBeVisible()
  const card = page.frameLocator('iframe[src*="card.html"]')
  await card.getByPlaceholder('Card number').fill('4242 4242 4242 4242')
  await card.getByPlaceholder('MM / YY').fill('12 / 34')
  await card.getByPlaceholder('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()

  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
  const told = await page.getByText(/Your Transaction Id: pi_\w+/).innerText()
  const transactionId = /pi_\w+/.exec(told)![0]
  expect(world.stripe.books.intents.get(transactionId)).toMatchObject({ amount: 2_970_000, currency: 'usd', status: 'succeeded' })
  return transactionId
}

async function ship(office: Page, email: string): Promise<void> {
  await office.goto('/dashboard/all-order')
  await orderRow(office, email).getByRole('button', { name: 'Pending Shipping' }).click()
  await office.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'Parts Shipped Successfully')
}
