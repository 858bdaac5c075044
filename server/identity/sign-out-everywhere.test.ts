import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { goodPassword, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser.ts'
import { openShop } from '#tests/support/open-shop.ts'

const shop = await openShop()

/** Somebody who is signed in, with an access token, in two browsers. */
async function signedInTwice() {
  const { browser, person } = await registeredBrowser(shop)
  const elsewhere = openBrowser(shop)
  await elsewhere.call('POST', '/auth/sign-in/email', { email: person.email, password: goodPassword })
  const tokens = [await syncedToken(browser, person.email), await syncedToken(elsewhere, person.email)]
  return { browser, elsewhere, person, tokens }
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

test('row 37: signing out everywhere ends every session and every token of the person at once', async () => {
  const { browser, elsewhere, person, tokens } = await signedInTwice()

  const answer = await browser.call('POST', '/auth/sign-out-everywhere', undefined, bearer(tokens[0]))

  expect(answer.json()).toEqual({ status: true })
  expect([...browser.cookies.keys()]).toEqual(['teleforge.device'])
  for (const token of tokens) {
    expect((await openBrowser(shop).call('GET', `/user/${person.email}`, undefined, bearer(token))).statusCode).toBe(401)
  }
  expect((await elsewhere.call('PUT', `/user/${person.email}`, { email: person.email })).statusCode).toBe(401)
  const left = await shop.db
    .select({ id: accessTokens.tokenHash })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(accessTokens, eq(accessTokens.sessionId, sessions.id))
    .where(eq(users.email, person.email))
  expect(left).toEqual([])
})

test('row 37: signing out everywhere leaves everybody else signed in', async () => {
  const { browser, tokens } = await signedInTwice()
  const { browser: other } = await registeredBrowser(shop)

  await browser.call('POST', '/auth/sign-out-everywhere', undefined, bearer(tokens[0]))

  expect((await other.call('GET', '/auth/get-session')).json().identity).not.toBeNull()
})

test('the cookie alone signs nobody out everywhere', async () => {
  const { browser, elsewhere } = await signedInTwice()

  const answer = await browser.call('POST', '/auth/sign-out-everywhere')

  expect(answer.statusCode).toBe(401)
  expect((await elsewhere.call('GET', '/auth/get-session')).json().identity).not.toBeNull()
})
