import type { Browser, Page } from '@playwright/test'
import type { ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { allCalls } from '#tests/support/hostile/all-calls.ts'
import { STORED } from '#app/identity/session-state.ts'
import { axeFindings, axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  expectToast,
  newPerson,
  sampleAdmin,
  signIn,
  test as journey,
} from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

/** A week at the desk of one person, in a separate shop, because its settings apply to everyone. */
const test = journey.extend<{ owner: Page }, { shopUrl: string }>({
  shopUrl: openedOnce(async (use) => {
    const shop = await runShop({ TRUSTED_PROXIES: '127.0.0.1' })
    await use(shop.url)
    await shop.stop()
  }),
  owner: async ({ browser, shopUrl }, use) => {
    const page = await openAt(browser, shopUrl)
    await signIn(page, sampleAdmin)
    await use(page)
    await page.close()
  },
})

test.describe.configure({ mode: 'serial' })

const openAt = (browser: Browser, baseURL: string) => browser.newPage({ baseURL })

async function arrive(browser: Browser, shopUrl: string, person = newPerson()): Promise<Page> {
  const page = await openAt(browser, shopUrl)
  await enter(page, person)
  return page
}

/** The screen by day and night, at a desk and on a phone. */
async function requireAccessible(page: Page): Promise<void> {
  for (const width of [1_440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindingsDayAndNight(page), `${page.url()} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** On a low window, each field that the Tab key reaches is above the bar of *Save*. */
async function requireFocusSeen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 900, height: 600 })
  await page.getByLabel('Legal name').focus()
  const covered = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.save-bar')!
      const focused = document.activeElement!
      if (bar.contains(focused)) return 'in the bar'
      return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top && focused.id
    })
  let answer = await covered()
  while (answer !== 'in the bar') {
    expect(answer).toBe(false)
    await page.keyboard.press('Tab')
    answer = await covered()
  }
  await page.setViewportSize({ width: 1_440, height: 900 })
}

test('Tuesday: an account is blocked, and its next step is the login', async ({ owner, browser, shopUrl }) => {
  const rogue = newPerson('Rob Rogue')
  const page = await arrive(browser, shopUrl, rogue)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
  await owner.goto(`/dashboard/customers?q=${rogue.email}`)
  await owner.getByRole('link', { name: rogue.email }).click()
  await expect(owner.getByRole('button', { name: 'Block' })).toBeVisible()
  await requireAccessible(owner)
  await owner.getByRole('button', { name: 'Block' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(owner.getByText('Blocked', { exact: true })).toBeVisible()
  await page.goto('/dashboard/quotes')
  await expect(page).toHaveURL(/\/login$/)
  await page.close()
})

test('Wednesday: a second person may work on orders, and is refused everything else (84)', async ({ owner, browser, shopUrl }) => {
  const clerk = newPerson('Cleo Clerk')
  const page = await arrive(browser, shopUrl, clerk)
  await owner.goto('/dashboard/makeAdmin')
  await owner.getByRole('button', { name: `Edit permissions of ${clerk.email}` }).click()
  await owner.getByRole('dialog').getByLabel('Orders').check()
  await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectToast(owner, `Permissions of ${clerk.email} are saved`)

  const token = await page.evaluate((key) => localStorage.getItem(key), STORED.token)
  const others = allCalls.filter(({ policy, permissions }) => policy === 'admin' && !permissions?.includes('orders'))
  expect(others.length).toBeGreaterThan(40)
  const answers = await Promise.all(
    others.map(async ({ method, path }) => {
      const url = `/api${path.replace(':email', sampleAdmin.email).replace(':id', crypto.randomUUID())}`
      const answer = await page.request.fetch(url, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method !== 'GET' && { data: {} }),
      })
      return [`${method} ${path}`, answer.status()]
    }),
  )
  expect(answers).toEqual(others.map(({ method, path }) => [`${method} ${path}`, 403]))
  await page.close()
})

test('Thursday: name, logo, colours and texts are changed, previewed, published, and taken back (85)', async ({
  owner,
  browser,
  shopUrl,
}) => {
  const pages = owner.getByRole('navigation', { name: 'Pages of the settings' })
  const save = owner.getByRole('button', { name: 'Save and publish' })
  const publish = async () => {
    await save.click()
    await expectToast(owner, 'The settings are published')
    await expect(owner.getByText('Not saved yet')).toBeHidden()
  }
  await owner.goto('/dashboard/shop-settings')
  const name = owner.getByLabel('Name of the shop')
  await expect(name).toHaveValue('Teleforge')
  await requireAccessible(owner)
  await name.fill('Panel Works')
  await owner.getByLabel('Logo').setInputFiles('public/icon-192.png')
  await expect(owner.getByRole('button', { name: 'Remove the picture: Logo' })).toBeVisible()
  const accent = owner.getByRole('textbox', { name: 'Colour of links and buttons by day', exact: true })
  await expect(accent).toHaveValue('#1d4fd7')
  await accent.fill('#ffd400')
  await expect(accent).toHaveAccessibleDescription(/^Contrast 1\.\d, at least 4.5/)
  await owner.getByRole('button', { name: 'Reset Colour of links and buttons by day' }).click()
  await expect(accent).toHaveValue('#1d4fd7')
  await expect(owner.getByRole('button', { name: /^Reset Colour/ })).toHaveCount(0)
  await owner.getByLabel('Choose: Colour of links and buttons by day').fill('#ffd400')
  await expect(accent).toHaveValue('#ffd400')
  await owner.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/company/panel-works')
  await owner.getByRole('group', { name: 'Contact' }).getByRole('textbox', { name: 'Phone' }).fill('+49 40 1234')
  await save.click()
  await expect(accent).toHaveAccessibleDescription(/hard to read on the pages/)
  await accent.fill('#0a7a3d')
  await pages.getByRole('link', { name: 'Legal' }).click()
  await owner.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await publish()

  await pages.getByRole('link', { name: 'Legal' }).click()
  await owner.getByRole('textbox', { name: 'Imprint' }).fill('# Panel Works Ltd.\n\nDock Road 1')
  const asVisitorsSee = owner.getByRole('region', { name: 'As visitors see it: Imprint' })
  await expect(asVisitorsSee.getByRole('heading')).toHaveText('Panel Works Ltd.')
  await owner.getByRole('textbox', { name: 'Terms and conditions' }).fill('You order, we deliver.')
  await requireAccessible(owner)
  await publish()

  await pages.getByRole('link', { name: 'Delivery' }).click()
  await owner.getByRole('button', { name: 'Add a holiday' }).click()
  await owner.getByLabel('First day').fill('2026-12-24')
  await save.click()
  await expect(owner.getByLabel('Last day')).toHaveAccessibleDescription('Enter a day.')
  await owner.getByLabel('Last day').fill('2026-12-26')
  await publish()

  await pages.getByRole('link', { name: 'Company and tax' }).click()
  await expect(owner.getByLabel('Your password')).toHaveCount(0)
  await owner.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await expect(owner.getByLabel('Your password', { exact: true })).toBeInViewport()
  await requireFocusSeen(owner)
  await owner.getByLabel('IBAN').fill('DE89370400440532013000')
  await expect(owner.getByLabel('Your password')).toHaveCount(0)

  await pages.getByRole('link', { name: 'Home page' }).click()
  await owner.getByLabel('Heading', { exact: true }).fill('Panels, made for you')
  await owner.getByRole('button', { name: 'Preview' }).click()
  const opened = owner.context().waitForEvent('page')
  await owner.getByRole('link', { name: 'Open it in a new tab' }).click()
  const shown = await opened
  await expect(shown.getByRole('heading', { name: 'Panels, made for you' })).toBeVisible()
  await expect(shown.getByText('visitors do not see this')).toBeVisible()
  await shown.close()
  const visitor = await openAt(browser, shopUrl)
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Manufacturing on Demand' })).toBeVisible()

  await publish()
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/Panel Works/)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Panels, made for you' })).toBeVisible()
  await expect(visitor.locator('header .brand-logo')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('href', 'https://www.linkedin.com/company/panel-works')
  await requireAccessible(visitor)
  const footer = visitor.getByRole('contentinfo')
  await expect(footer.getByRole('listitem')).toHaveCount(1)
  await expect(footer.getByText('Teleforge Sample GmbH')).toBeVisible()
  await expect(footer.getByRole('link', { name: '+49 40 1234' })).toBeVisible()
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(visitor).toHaveURL('/legal#terms')
  await expect(visitor.getByRole('heading', { level: 2 })).toHaveText([
    'Imprint',
    'Delivery and returns',
    'Privacy notice',
    'Terms and conditions',
  ])
  await expect(visitor.getByText('You order, we deliver.')).toBeInViewport()
  await visitor.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Panel Works Ltd.' }).click()
  await expect(visitor.getByRole('heading', { level: 3, name: 'Panel Works Ltd.' })).toBeInViewport()
  await expect(visitor.getByText('Dock Road 1')).toBeVisible()
  await requireAccessible(visitor)
  await visitor.goto('/register')
  await expect(visitor.getByRole('link', { name: 'Read the terms and conditions' })).toHaveAttribute('href', '/legal#terms')
  await visitor.goto('/contact-us')
  await expect(visitor.getByRole('button', { name: 'Send' })).toHaveCSS('background-color', 'rgb(10, 122, 61)')
  await expect(visitor.getByRole('main').getByRole('link', { name: '+49 40 1234' })).toBeVisible()
  expect(await axeFindings(visitor)).toEqual([])

  await pages.getByRole('link', { name: 'Shop', exact: true }).click()
  await owner.getByRole('button', { name: 'Go back to it: The shop as it was built' }).click()
  const password = owner.getByLabel('Your password, if bank account or tax ids change')
  await owner.getByRole('dialog').getByRole('button', { name: 'Go back to it' }).click()
  await expect(password).toHaveAccessibleDescription('Enter your password to change bank account or tax ids.')
  await password.fill(sampleAdmin.password)
  await owner.getByRole('dialog').getByRole('button', { name: 'Go back to it' }).click()
  await expectToast(owner, 'The earlier settings are published')
  await expect(name).toHaveValue('Teleforge')
  expect((await callShop<ShopSettingsNow>(owner, 'GET', '/shop-settings')).values).toEqual({})
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/Teleforge/)
  await visitor.close()
})

test('Friday: whatever leads to an offer, and the offer itself, is readable for everyone', async ({ owner, browser, shopUrl }) => {
  const buyer = await arrive(browser, shopUrl)
  const part = await addPart(owner, { price: 2.5 })
  const { _id, version } = await callShop<Quote>(buyer, 'POST', '/quotes', { lines: [{ text: part.partNumber, quantity: 2_000 }] })
  await callShop(buyer, 'POST', `/quotes/${_id}/request`, { version, text: 'Two dollars?' })

  await owner.goto('/dashboard')
  await owner
    .getByRole('navigation', { name: 'To do' })
    .getByRole('link', { name: /Offer requests/ })
    .click()
  await expect(owner.getByRole('row').filter({ hasText: 'Two dollars?' })).toBeVisible()
  await requireAccessible(owner)
  await owner.getByRole('row').filter({ hasText: 'Two dollars?' }).getByRole('link').click()
  await expect(owner.getByRole('heading', { name: 'Make an offer' })).toBeVisible()
  await requireAccessible(owner)
  await owner.getByLabel('Unit price of line 1').fill('2')
  await owner.getByRole('button', { name: 'Send offer for $4,000.00' }).click()
  await expectToast(owner, 'The offer is with the buyer')

  await buyer.goto(`/dashboard/quotes/${_id}`)
  await expect(buyer.getByRole('button', { name: 'Accept and order for $4,000.00' })).toBeVisible()
  await requireAccessible(buyer)
  await buyer.close()
})
