import { and, eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rateLimits, verifications } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { goodPassword, newPerson, openBrowser, registeredBrowser, type Browser } from '#tests/support/browser/browser.ts'
import { askForReset, mailedToken, newestMail, resetWith } from '#tests/support/browser/mailed-links.ts'
import { heldBack } from '#tests/support/hostile/held-back.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ rateLimit: true })

beforeEach(() => shop.db.delete(rateLimits))

const guess = (email: string, password = 'Wrong-Guess-1', browser: Browser = openBrowser(shop)) =>
  browser.call('POST', '/auth/sign-in/email', { email, password })
const use = (token: string, browser = openBrowser(shop)) => browser.call('POST', '/auth/sign-in/link', { token })
/** Leaves this number of guesses for the current hour. */
const leaveGuesses = (count: number, attempt = 'sign-in') =>
  shop.db
    .update(rateLimits)
    .set({ count: (attempt === 'sign-in' ? 40 : 10) - count })
    .where(like(rateLimits.key, `${attempt}|%`))
const linksTo = (email: string) => shop.db.$count(mails, and(eq(mails.kind, 'sign-in-link'), eq(mails.recipient, email)))

/** A user with a confirmed address. */
async function confirmedPerson() {
  const { browser, person } = await registeredBrowser(shop)
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.email, person.email))
  return { browser, ...person }
}

/** A user locked by wrong passwords, with the token of the mail about it. */
async function lockedPerson() {
  const person = await confirmedPerson()
  await guess(person.email)
  await leaveGuesses(0)
  await guess(person.email)
  return { ...person, token: await mailedToken(shop, 'sign-in-link', person.email) }
}

test('a locked-out owner signs in with a mailed link, and is known in that browser from then on (40)', async () => {
  const { email, token } = await lockedPerson()
  const browser = openBrowser(shop)

  const answer = await use(token, browser)

  expect(answer.json()).toMatchObject({ identity: { email } })
  expect((await browser.call('GET', '/auth/get-session')).json()).toEqual(answer.json())
  await browser.call('POST', '/auth/sign-out')
  expect((await guess(email, goodPassword, browser)).statusCode).toBe(200)
})

test('the link gives attackers no further guesses (40) (G12)', async () => {
  const { email, token } = await lockedPerson()

  await use(token)

  expect((await guess(email)).statusCode).toBe(429)
})

test('of many concurrent guesses one lockout sends one mail, and a later lockout sends another (40)', async () => {
  const { email } = await confirmedPerson()
  await guess(email)
  await leaveGuesses(2)

  await Promise.all(Array.from({ length: 12 }, () => guess(email)))
  const first = await linksTo(email)
  await shop.db.update(rateLimits).set({ lastRequest: sql`${rateLimits.lastRequest} - 3600000` })
  await guess(email)
  await leaveGuesses(0)
  await guess(email)

  expect([first, await linksTo(email)]).toEqual([1, 2])
})

test('wrong passwords in a known browser lock it separately, and send the same mail (40)', async () => {
  const { browser, email } = await confirmedPerson()
  await guess(email, 'Wrong-Guess-1', browser)
  await leaveGuesses(0, 'sign-in-again')

  await guess(email, 'Wrong-Guess-2', browser)

  expect(await linksTo(email)).toBe(1)
})

test('of twenty concurrent uses of one link one signs in, and the link is not valid afterwards (38)', async () => {
  const { token } = await lockedPerson()

  const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.json().code === 'LINK_EXPIRED')).toHaveLength(19)
  expect((await use(token)).json().code).toBe('LINK_EXPIRED')
})

test('an expired or invented link, or one for a new password, does not sign in, and no sign-in link sets a password (38)', async () => {
  const [old, { email, token }] = [await lockedPerson(), await lockedPerson()]
  const forReset = await askForReset(shop, email)
  await shop.db
    .update(verifications)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(sql`value = (select id::text from users where email = ${old.email})`)

  const answers = [await use(old.token), await use('invented'), await use(forReset), await resetWith(shop, token)]

  expect(answers.map((answer) => answer.json().code)).toEqual(Array(4).fill('LINK_EXPIRED'))
})

test('a new password ends the link (38)', async () => {
  const { email, token } = await lockedPerson()
  await resetWith(shop, await askForReset(shop, email))

  expect((await use(token)).json().code).toBe('LINK_EXPIRED')
})

test('unknown, unconfirmed and disabled accounts get no link, and the answers are the same, held back for the same time (39)', async () => {
  const { person: unconfirmed } = await registeredBrowser(shop)
  const [confirmed, disabled] = [await confirmedPerson(), await confirmedPerson()]
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.email, disabled.email))
  const emails = [newPerson().email, unconfirmed.email, disabled.email, confirmed.email]

  const answers = []
  for (const email of emails) {
    await guess(email)
    await leaveGuesses(0)
    const { answer, wasHeldBack } = await heldBack(shop.db, 250, () => guess(email))
    answers.push([answer.statusCode, answer.json().code, wasHeldBack])
  }

  expect(answers).toEqual(emails.map(() => [429, 'TOO_MANY_REQUESTS', true]))
  expect(await Promise.all(emails.map(linksTo))).toEqual([0, 0, 0, 1])
})

test("the mail contains no guess and no network address, and another site's page cannot use its link (38)", async () => {
  const { email, token } = await lockedPerson()
  const mail = await newestMail(shop, 'sign-in-link', email)

  const answer = await openBrowser(shop).call('POST', '/auth/sign-in/link', { token }, { origin: 'https://evil.example' })

  expect(answer.statusCode).toBe(403)
  expect(mail!.body).not.toMatch(/Wrong-Guess|127\.0\.0\.1/)
  expect((await use(token)).statusCode).toBe(200)
})
