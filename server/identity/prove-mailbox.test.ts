import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { apiKeys } from '#database/tables/api-keys.ts'
import { accounts, sessions } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { quotes } from '#database/tables/quotes.ts'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { askWith } from '#tests/support/shops/api-keys.ts'
import { openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { askForReset, mailedToken, newestMail, resetWith } from '#tests/support/browser/mailed-links.ts'
import { holdPieces, openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { externalUser, startExternalIssuer, type TestIdentityProvider } from '#tests/support/doubles/external-issuer.ts'
import { outcomeIn, signInAt } from '#tests/support/doubles/external-sign-in.ts'
import { openPaymentOf, orderRow, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { openStrangersAccount, strangersPassword, type StrangersAccount } from '#tests/support/browser/strangers-account.ts'
import { checkLastingInvariants } from '../run/invariants/check-invariants.ts'
import { reconcilePayments } from '../payment-events/reconcile-payments.ts'

let issuer: TestIdentityProvider
let shop: TestShop

beforeAll(async () => {
  issuer = await startExternalIssuer()
  shop = await openShop({ env: { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'secret' } })
  return () => issuer.stop()
})

const newPassword = 'Fresh-Flux-2026'
const signIn = (email: string, password: string) => openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password })
const reset = async (email: string) => resetWith(shop, await askForReset(shop, email))

/** Signs in at the issuer, which vouches for this address. */
async function signInExternally(email: string) {
  issuer.claims = { ...externalUser('Olga'), email }
  const browser = openBrowser(shop)
  return { browser, page: await signInAt(browser) }
}

/** What of an attacker's account can still be used and seen, by the attacker and by others. */
async function seenOf({ stranger, word, program, linkSecret, ordered, held }: StrangersAccount) {
  const statuses = [
    await stranger.get(`/user/${stranger.email}`),
    await program.ask('GET', '/quotes'),
    await shop.visitor.get(`/shared-quotes/${linkSecret}`),
    await shop.visitor.get(`/shared-quotes/${linkSecret}/document?format=csv`),
    await signIn(stranger.email, strangersPassword),
  ].map(({ statusCode }) => statusCode)
  const isReviewed = (await shop.visitor.get('/reviews')).body.includes(word)
  return { statuses, isReviewed, stock: [await shop.stockOf(ordered), await shop.stockOf(held)] }
}

const nothing = { statuses: [401, 401, 404, 404, 401], isReviewed: false, stock: [10_000, 10_000] }

test("a reset by the mailbox's owner removes everything an attacker set in the account, and a mail says so (68)", async () => {
  const account = await openStrangersAccount(shop)
  const { email } = account.stranger
  const before = await seenOf(account)

  const answer = await reset(email)

  expect(before).toEqual({ statuses: [200, 200, 200, 200, 200], isReviewed: true, stock: [8_000, 7_000] })
  expect(answer.json()).toEqual({ status: true })
  expect(await seenOf(account)).toEqual(nothing)
  const browser = openBrowser(shop)
  await browser.call('POST', '/auth/sign-in/email', { email, password: newPassword })
  const ask = askWith(shop, await syncedToken(browser, email))
  const [profile, kept, ordered, numbers] = [
    await ask('GET', `/user/${email}`),
    await ask('GET', '/quotes'),
    await ask('GET', `/order?customer=${email}`),
    await ask('GET', '/customer-part-numbers'),
  ]
  expect(profile.json()).toMatchObject({ email, displayName: '', phone: '', education: '', address: '' })
  expect([kept.body, ordered.json()].join()).not.toContain(account.word)
  expect(ordered.json()).toEqual([])
  expect(numbers.json()).toEqual([])
  const mail = await newestMail(shop, 'account-emptied', email)
  expect(mail!.body).toContain('Saved quotes removed:     1\nUnpaid orders cancelled:  1\n')
  expect(mail!.body).not.toContain(account.word)
})

test('a first sign-in at an issuer that vouches for the address removes everything too, including the password (68)', async () => {
  const account = await openStrangersAccount(shop)
  const { email, userId } = account.stranger

  const { browser, page } = await signInExternally(email)

  expect(outcomeIn(page)).toEqual({ signedIn: true })
  expect(await seenOf(account)).toEqual(nothing)
  const { identity } = (await browser.call('GET', '/auth/get-session')).json()
  expect(identity).toMatchObject({
    uid: userId,
    displayName: 'Olga',
    emailVerified: true,
    phoneNumber: null,
    photoURL: null,
    providerData: [{ providerId: issuer.url }],
  })
  expect(await newestMail(shop, 'account-emptied', email)).toBeDefined()
})

test("confirming the address from within the account's own session removes nothing (68)", async () => {
  const { browser, person } = await registeredBrowser(shop)
  const ask = askWith(shop, await syncedToken(browser, person.email))
  await ask('PUT', `/users/${person.email}`, { displayName: 'Ann', phone: '1', education: '2', address: '3' })
  const saved = await ask('POST', '/quotes', { lines: [{ text: (await shop.addPart()).name, quantity: 1_000 }] })
  await browser.call('POST', '/auth/verify-email', { token: await mailedToken(shop, 'verify-email', person.email) })

  await reset(person.email)

  const again = openBrowser(shop)
  await again.call('POST', '/auth/sign-in/email', { email: person.email, password: newPassword })
  const askAgain = askWith(shop, await syncedToken(again, person.email))
  expect((await askAgain('GET', `/user/${person.email}`)).json()).toMatchObject({
    displayName: 'Ann',
    phone: '1',
    education: '2',
    address: '3',
  })
  expect((await askAgain('GET', `/quotes/${saved.json()._id}`)).statusCode).toBe(200)
  expect(await newestMail(shop, 'account-emptied', person.email)).toBeUndefined()
})

test('a new password of a confirmed account ends its private links, and removes nothing else (68) (69)', async () => {
  const account = await openStrangersAccount(shop)
  const { email, userId } = account.stranger
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))

  await reset(email)

  expect(await seenOf(account)).toEqual({ statuses: [401, 200, 404, 404, 401], isReviewed: true, stock: [8_000, 7_000] })
  expect(await newestMail(shop, 'account-emptied', email)).toBeUndefined()
})

test('a paid order stays, and an order with an open payment is cancelled once the provider has ended the payment (68)', async () => {
  const account = await openStrangersAccount(shop)
  const { stranger, ordered } = account
  const [paid, opened] = [await shop.placeOrder(stranger, ordered, 1_000), await shop.placeOrder(stranger, ordered, 4_000)]
  const { id } = await payByCard(shop, await openPaymentOf(stranger, paid))
  await reportPaid(stranger, paid, id)
  await openPaymentOf(stranger, opened)

  await reset(stranger.email)
  await reconcilePayments(shop.services)

  expect((await orderRow(shop, paid)).state).toBe('paid')
  expect((await orderRow(shop, opened)).state).toBe('cancelled')
  expect(await shop.stockOf(ordered)).toBe(9_000)
})

test('the reset mail says that it empties the account, if the address was never confirmed (68)', async () => {
  const { person } = await registeredBrowser(shop)
  await askForReset(shop, person.email)
  const before = await newestMail(shop, 'reset-password', person.email)
  await reset(person.email)

  await askForReset(shop, person.email)

  const after = await newestMail(shop, 'reset-password', person.email)
  expect([before, after].map((mail) => mail!.body.includes('will therefore be removed'))).toEqual([true, false])
})

test('of concurrent proofs one empties the account, and all of them succeed for its owner (68)', async () => {
  const account = await openStrangersAccount(shop)
  const { email, userId } = account.stranger
  const tokens = [await askForReset(shop, email), await askForReset(shop, email), await askForReset(shop, email)]

  const [outside, ...resets] = await Promise.all([signInExternally(email), ...tokens.map((token) => resetWith(shop, token))])

  expect(outcomeIn(outside.page)).toEqual({ signedIn: true })
  expect(resets.map(({ statusCode }) => statusCode).filter((status) => status !== 400).length).toBeLessThanOrEqual(1)
  expect(await seenOf(account)).toEqual(nothing)
  expect(await shop.db.$count(mails, and(eq(mails.kind, 'account-emptied'), eq(mails.recipient, email)))).toBe(1)
  expect(await shop.db.$count(accounts, and(eq(accounts.userId, userId), eq(accounts.providerId, issuer.url)))).toBe(1)
})

/** Starts a sign-in with the old password after a reset has ended the sessions and before it commits. */
async function signInDuringReset({ stranger }: StrangersAccount) {
  const token = await askForReset(shop, stranger.email)
  const [answer, signedIn] = await transaction(shop.db, async (tx) => {
    await tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.userId, stranger.userId)).for('update')
    const resetting = resetWith(shop, token)
    await untilWaiting(shop.db, 1)
    const signingIn = signIn(stranger.email, strangersPassword)
    await Promise.race([signingIn, untilWaiting(shop.db, 2).catch(() => {})])
    return [resetting, signingIn]
  })
  return { reset: (await answer!).statusCode, signedIn: (await signedIn!).statusCode } // both are in the list
}

test('a sign-in with the old password during the reset is refused or ended (68)', async () => {
  const account = await openStrangersAccount(shop)

  let statuses = await signInDuringReset(account)
  // A lock timeout can be shorter than a delay on a busy machine.
  while (statuses.reset === 503) statuses = await signInDuringReset(account)

  expect(statuses).toEqual({ reset: 200, signedIn: 401 })
  expect(await shop.db.$count(sessions, eq(sessions.userId, account.stranger.userId))).toBe(0)
})

test("what the attacker's running calls would set is not set after the account is taken back (68)", async () => {
  const account = await openStrangersAccount(shop)
  const { stranger, word, program, held } = account
  const token = await askForReset(shop, stranger.email)
  const calls = Array.from({ length: 5 }, (_, index) => [
    stranger.put(`/users/${stranger.email}`, { displayName: word, phone: `${index}`, education: '1', address: '1' }),
    saveQuote(stranger, { lines: [{ text: held.name, quantity: 1_000 }], name: word }).then(({ _id }) =>
      stranger.post(`/quotes/${_id}/link`),
    ),
    program.ask('POST', '/quotes', { lines: [{ text: held.name, quantity: 1_000 }], name: word }),
    stranger.post('/api-keys', { name: 'Again', scopes: ['orders:read'] }),
    holdPieces(stranger, held, 1_000),
    shop.placeOrder(stranger, held, 1_000),
    signIn(stranger.email, strangersPassword),
    stranger.post('/reviews', { rating: 1, review: word }),
  ]).flat()

  const [answer] = await Promise.all([resetWith(shop, token), Promise.allSettled(calls)])

  const { userId } = stranger
  const left = {
    profile: await shop.db.$count(users, and(eq(users.id, userId), sql`display_name || phone || education || address <> ''`)),
    quotes: await shop.db.$count(quotes, and(eq(quotes.userId, userId), isNull(quotes.deletedAt))),
    keys: await shop.db.$count(apiKeys, and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt))),
    sessions: await shop.db.$count(sessions, eq(sessions.userId, userId)),
    reviews: await shop.db.$count(reviews, eq(reviews.userId, userId)),
    stock: await shop.stockOf(held),
  }
  expect(answer.body).toBe('{"status":true}')
  expect(left).toEqual({ profile: 0, quotes: 0, keys: 0, sessions: 0, reviews: 0, stock: 10_000 })
  expect(await checkLastingInvariants(shop.db)).toEqual([])
})
