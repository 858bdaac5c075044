import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { goodPassword, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

const shop = await openShop()

/** A user who is signed in, with an access token, in two browsers. */
async function signedInTwice() {
  const { browser, person } = await registeredBrowser(shop)
  const elsewhere = openBrowser(shop)
  await elsewhere.call('POST', '/auth/sign-in/email', { email: person.email, password: goodPassword })
  const tokens = [await syncedToken(browser, person.email), await syncedToken(elsewhere, person.email)]
  return { browser, elsewhere, person, tokens }
}

/** A user with a private link to a quote. */
async function sharedQuote() {
  const buyer = await shop.customer()
  const { _id: quoteId } = await saveQuote(buyer, { lines: [{ text: (await shop.addPart()).name, quantity: 1_000 }] })
  const { secret } = (await buyer.post(`/quotes/${quoteId}/link`)).json<{ secret: string }>()
  return { buyer, quoteId, link: `/shared-quotes/${secret}` }
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

test('signing out everywhere ends every session and every token of the account immediately (37)', async () => {
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

test('signing out everywhere does not affect other accounts (37)', async () => {
  const { browser, tokens } = await signedInTwice()
  const { browser: other } = await registeredBrowser(shop)

  await browser.call('POST', '/auth/sign-out-everywhere', undefined, bearer(tokens[0]))

  expect((await other.call('GET', '/auth/get-session')).json().identity).not.toBeNull()
})

test("signing out everywhere ends the account's private links, and those of no other account (69)", async () => {
  const [ann, bob] = [await sharedQuote(), await sharedQuote()]

  await openBrowser(shop).call('POST', '/auth/sign-out-everywhere', undefined, bearer(ann.buyer.token))

  expect([(await shop.visitor.get(ann.link)).statusCode, (await shop.visitor.get(bob.link)).statusCode]).toEqual([404, 200])
})

test('a private link that is made during the sign-out everywhere ends too (69)', async () => {
  const { buyer, quoteId } = await sharedQuote()

  await Promise.all([
    openBrowser(shop).call('POST', '/auth/sign-out-everywhere', undefined, bearer(buyer.token)),
    ...Array.from({ length: 8 }, () => buyer.post(`/quotes/${quoteId}/link`)),
  ])

  const [quote] = await shop.db.select({ linkHash: quotes.linkHash }).from(quotes).where(eq(quotes.id, quoteId))
  expect(quote).toEqual({ linkHash: null })
})

test('the cookie alone does not sign out everywhere', async () => {
  const { browser, elsewhere } = await signedInTwice()

  const answer = await browser.call('POST', '/auth/sign-out-everywhere')

  expect(answer.statusCode).toBe(401)
  expect((await elsewhere.call('GET', '/auth/get-session')).json().identity).not.toBeNull()
})
