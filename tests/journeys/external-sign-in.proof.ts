import type { ServerResponse } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, expectToast, expectSignedIn, test } from '#tests/support/browser/journey.ts'
import { externalUser, startExternalIssuer, type TestIdentityProvider } from '#tests/support/doubles/external-issuer.ts'
import { runShop, type RunningShop } from '#tests/support/shops/run-shop.ts'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue With Google' })
/** The message under a button of an issuer. */
const toldUnder = (page: Page, text: string | RegExp) => page.getByRole('main').getByRole('alert').filter({ hasText: text })

/** Presses the button and answers with the window that opens. */
async function openWindow(page: Page, button = googleButton(page)): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button.click()
  return opened
}

async function continueAs(popup: Page, name: string): Promise<void> {
  await popup.getByRole('radio', { name: new RegExp(name) }).check()
  await popup.getByRole('button', { name: 'Continue' }).click()
}

test('the sample issuer signs in, and one is back at the page that one asked for', async ({ page }) => {
  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL(/\/login$/)
  const popup = await openWindow(page)
  await expect(popup.getByText('not Google')).toBeVisible()
  await expect(page.getByText('Continue in the Google window.')).toBeVisible()

  const closed = popup.waitForEvent('close')
  await continueAs(popup, 'Ben Sample')
  await closed

  await expectToast(page, 'Welcome Ben Sample')
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  await expect(page.getByRole('main').getByText('ben@sample.example').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]{43}$/)
})

test('the window is 500 by 600', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = (_address, _name, features) => {
      document.title = String(features)
      return null
    }
  })
  await page.goto('/login')

  await googleButton(page).click()

  await expect(page).toHaveTitle(/popup,width=500,height=600,/)
})

test('a blocked window is told under the button', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')

  await googleButton(page).click()

  await expect(toldUnder(page, 'Your browser has blocked the Google window.')).toBeVisible()
  await expect(googleButton(page)).toBeEnabled()
})

test('a closed window is told under the button, and the next try works', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await expect(popup.getByRole('button', { name: 'Continue' })).toBeVisible()

  await popup.close()

  await expect(toldUnder(page, 'The Google window was closed before you were signed in.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await continueAs(await openWindow(page), 'Ann Sample')
  await expectSignedIn(page)
})

test('pressing the button again shows the window that is open', async ({ page, context }) => {
  await page.goto('/login')
  await openWindow(page)

  await googleButton(page).click()

  await expect(page.getByText('Continue in the Google window.')).toBeVisible()
  expect(context.pages()).toHaveLength(2)
})

test('what the issuer refuses is told under the button, and the window closes', async ({ page }) => {
  await page.goto('/login')
  const cancelled = await openWindow(page)
  const cancelledClosed = cancelled.waitForEvent('close')
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await cancelledClosed
  await expect(toldUnder(page, 'Signing in was cancelled.')).toBeVisible()

  await continueAs(await openWindow(page), 'Una Unconfirmed')

  await expect(toldUnder(page, 'Your email address is not confirmed there.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('the keyboard alone is enough', async ({ page }) => {
  await page.goto('/login')
  await expect(googleButton(page)).toBeEnabled()
  await googleButton(page).focus()
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await opened
  await expect(popup.getByRole('radio', { name: /Ann Sample/ })).toBeFocused()
  await popup.keyboard.press('ArrowDown')
  await popup.keyboard.press('Tab')

  await popup.keyboard.press('Enter')

  await expectToast(page, 'Welcome Ben Sample')
})

test('a window whose shop page is gone still signs in, and says nothing wrong', async ({ page, context }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await expect(popup.getByRole('button', { name: 'Continue' })).toBeVisible()
  const problems: string[] = []
  popup.on('pageerror', (error) => problems.push(String(error)))
  await page.close()

  const closed = popup.waitForEvent('close')
  await continueAs(popup, 'Ann Sample')
  await closed

  const answer = await context.request.get('/api/auth/get-session')
  expect(await answer.json()).toMatchObject({ identity: { email: 'ann@sample.example' } })
  expect(problems).toEqual([])
})

test('the windows of the sample issuer are readable for everyone', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await expect(popup.getByRole('button', { name: 'Continue' })).toBeVisible()
  await popup.evaluate(axe.source)

  const violations = await popup.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')

  expect(violations).toEqual([])
})

test.describe('an issuer of another site', () => {
  let issuer: TestIdentityProvider
  let shop: RunningShop
  /** Headers of the issuer's page. */
  let issuerHeaders: Record<string, string> = {}

  test.beforeAll(async () => {
    issuer = await startExternalIssuer()
    const url = `http://127.0.0.1:${issuer.server.address().port}`
    issuer.server.issuer.url = url
    issuer.description = ({ body }) => void Object.assign(body, { authorization_endpoint: `${url}/login` })
    issuer.server.service.addRoute('GET', '/login', ({ url: asked }, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', ...issuerHeaders })
      response.end(`<!doctype html><title>Acme</title><a href="${asked!.replace('/login', '/authorize')}">Approve</a>`)
    })
    shop = await runShop({ OIDC_ISSUER: url, OIDC_NAME: 'Acme', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'secret' })
  })

  test.afterAll(async () => {
    await shop.stop()
    await issuer.stop()
  })

  async function openAcme(browser: Browser): Promise<{ page: Page; popup: Page; name: string }> {
    const person = externalUser()
    issuer.claims = person
    const page = await browser.newPage({ baseURL: shop.url })
    await page.clock.install()
    await page.context().addInitScript(() => {
      if (location.pathname.endsWith('/callback')) localStorage.setItem('hasOpener', String(window.opener !== null))
    })
    await page.goto('/login')
    const popup = await openWindow(page, page.getByRole('button', { name: 'Continue With Acme' }))
    await expect(popup.getByRole('link', { name: 'Approve' })).toBeVisible()
    return { page, popup, name: person.name }
  }

  test('has a button with its name below that of Google, and its window keeps its tie to the page', async ({ browser }) => {
    issuerHeaders = {}
    const { page, popup, name } = await openAcme(browser)
    const acme = page.getByRole('button', { name: 'Continue With Acme' })
    expect((await acme.boundingBox())!.y).toBeGreaterThan((await googleButton(page).boundingBox())!.y)

    await page.clock.runFor(2_000) // longer than it takes to notice a closed window
    await expect(toldUnder(page, 'closed')).toBeHidden()
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Approve' }).click()
    await closed

    await expectToast(page, `Welcome ${name}`)
    expect(await page.evaluate(() => localStorage.getItem('hasOpener'))).toBe('true')
    await page.close()
  })

  test('that cuts the tie between the windows still signs in', async ({ browser }) => {
    issuerHeaders = { 'cross-origin-opener-policy': 'same-origin' }
    const { page, popup, name } = await openAcme(browser)
    await expect(toldUnder(page, 'The Acme window was closed')).toBeVisible() // as far as the page can see

    await popup.getByRole('link', { name: 'Approve' }).click()

    await expectToast(page, `Welcome ${name}`)
    await expectSignedIn(page)
    await page.close()
  })
})
