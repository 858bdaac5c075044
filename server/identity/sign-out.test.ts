import { expect, test } from 'vitest'
import { openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()

test('signing out ends the session and its access tokens immediately (37)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const token = await syncedToken(browser, person.email)
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')

  const answer = await browser.call('POST', '/auth/sign-out')

  expect(answer.json()).toEqual({ status: true })
  expect([...browser.cookies.keys()]).toEqual(['teleforge.device'])
  const stolenCookie = await openBrowser(shop).call('PUT', `/user/${person.email}`, { email: person.email }, { cookie })
  const oldToken = await openBrowser(shop).call('GET', `/user/${person.email}`, undefined, {
    authorization: `Bearer ${token}`,
  })
  expect([stolenCookie.statusCode, oldToken.statusCode]).toEqual([401, 401])
})

test('a program without a cookie signs out with its access token (37)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const authorization = `Bearer ${await syncedToken(browser, person.email)}`

  await openBrowser(shop).call('POST', '/auth/sign-out', undefined, { authorization, origin: undefined })

  const call = await openBrowser(shop).call('GET', `/user/${person.email}`, undefined, { authorization })
  expect(call.statusCode).toBe(401)
})

test("signing out leaves the account's other sessions alone", async () => {
  const { browser, person } = await registeredBrowser(shop)
  const elsewhere = openBrowser(shop)
  await elsewhere.call('POST', '/auth/sign-in/email', { email: person.email, password: person.password })

  await browser.call('POST', '/auth/sign-out')

  expect((await elsewhere.call('GET', '/auth/get-session')).json().identity.email).toBe(person.email)
})

test('signing out twice is allowed', async () => {
  expect((await openBrowser(shop).call('POST', '/auth/sign-out')).json()).toEqual({ status: true })
})
