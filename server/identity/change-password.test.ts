import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rateLimits, sessions } from '#database/tables/identity.ts'
import { transaction } from '#database/transaction.ts'
import { goodPassword, openBrowser, registeredBrowser, syncedToken, type Browser } from '#tests/support/browser/browser.ts'
import { askForReset, resetWith } from '#tests/support/browser/mailed-links.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ rateLimit: true })
const NEW = 'Fresh-Flux-2026'

/** A user who is signed in in two browsers. */
async function signedInTwice() {
  const { browser, person } = await registeredBrowser(shop)
  const elsewhere = openBrowser(shop)
  await elsewhere.call('POST', '/auth/sign-in/email', { email: person.email, password: goodPassword })
  return { browser, elsewhere, person, token: await syncedToken(browser, person.email) }
}

const change = (browser: Browser, token: string, body: object) =>
  browser.call('PUT', '/auth/password', { currentPassword: goodPassword, newPassword: NEW, ...body }, { authorization: `Bearer ${token}` })

const canSignIn = async (email: string, password: string) =>
  (await openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password })).statusCode === 200

const isSignedIn = async (browser: Browser) => (await browser.call('GET', '/auth/get-session')).json().identity !== null

test('the current password sets a new one, and the old one no longer signs in', async () => {
  const { browser, elsewhere, person, token } = await signedInTwice()

  const answer = await change(browser, token, {})

  expect(answer.json()).toEqual({ status: true })
  expect([await canSignIn(person.email, NEW), await canSignIn(person.email, goodPassword)]).toEqual([true, false])
  expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, true])
})

test('other sessions end by choice, and this one stays (37)', async () => {
  const { browser, elsewhere, token } = await signedInTwice()

  await change(browser, token, { endOtherSessions: true })

  expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
})

test('a wrong current password, and a new one that everybody tries, are refused at their fields and change nothing', async () => {
  const { browser, person, token } = await signedInTwice()

  const wrong = await change(browser, token, { currentPassword: 'Wrong-Guess-1' })
  const common = await change(browser, token, { newPassword: 'Password-1' })

  expect(wrong.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'currentPassword' }] })
  expect(common.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'newPassword' }] })
  expect(await canSignIn(person.email, goodPassword)).toBe(true)
})

test('wrong current passwords count as at sign-in, right ones do not (40)', async () => {
  const { browser, token } = await signedInTwice()
  await change(browser, token, {})
  await shop.db.delete(rateLimits)
  await change(browser, token, { currentPassword: 'Wrong-Guess-1' })
  await shop.db.update(rateLimits).set({ count: 9 }).where(like(rateLimits.key, 'sign-in-again|%'))

  const answers = [
    await change(browser, token, { currentPassword: NEW, newPassword: 'Other-Flux-2026' }),
    await change(browser, token, { currentPassword: 'Wrong-Guess-2' }),
    await change(browser, token, { currentPassword: 'Other-Flux-2026' }),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 429])
})

test('of two changes at once that know the same password one wins, and the other is refused', async () => {
  const { browser, person, token } = await signedInTwice()
  const passwords = ['First-Flux-2026', 'Second-Flux-2026']

  // Both have checked the password before either may write.
  const answers = await transaction(shop.db, async (tx) => {
    await tx.select().from(sessions).for('update')
    const changes = Promise.all(passwords.map((newPassword) => change(browser, token, { newPassword })))
    await untilWaiting(shop.db, 2)
    return { changes }
  })
  const statuses = (await answers.changes).map(({ statusCode }) => statusCode)

  expect(statuses.toSorted()).toEqual([200, 400])
  expect(await canSignIn(person.email, passwords[statuses.indexOf(200)]!)).toBe(true)
})

test('a change whose session ends before it is written is refused, and the password stays', async () => {
  const { browser, person, token } = await signedInTwice()

  const answer = await transaction(shop.db, async (tx) => {
    // The call still finds the session, which has ended once the call may write.
    await tx.delete(sessions)
    const changing = change(browser, token, {})
    await Promise.race([untilWaiting(shop.db, 1), changing])
    return { changing }
  })

  expect((await answer.changing).json()).toMatchObject({ code: 'SIGN_IN_NEEDED' })
  expect(await canSignIn(person.email, goodPassword)).toBe(true)
})

test('a mailed link that sets a password ends with the change', async () => {
  const { browser, person, token } = await signedInTwice()
  const link = await askForReset(shop, person.email)

  await change(browser, token, {})

  expect((await resetWith(shop, link)).json()).toMatchObject({ code: 'LINK_EXPIRED' })
})
