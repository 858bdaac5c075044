import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rateLimits } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { goodPassword, newPerson, openBrowser, registeredBrowser, type Browser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ rateLimit: true })
const { person } = await registeredBrowser(shop)

beforeEach(() => shop.db.delete(rateLimits))

/** A sign-in from a separate address. */
const signIn = (email: string, index: number, password = `Wrong-Guess-${index}`) =>
  openBrowser(shop, { address: `10.1.${index >> 8}.${index & 255}` }).call('POST', '/auth/sign-in/email', { email, password })

/** A sign-in in a known browser. */
const again = (browser: Browser, email: string, password = goodPassword) => browser.call('POST', '/auth/sign-in/email', { email, password })

const guessAtOnce = (email: string, guesses: number) => Promise.all(Array.from({ length: guesses }, (_, index) => signIn(email, index)))

/** Sets the counters whose key is like this, as if this number of attempts had been made. */
const countUpTo = (count: number, key: string) => shop.db.update(rateLimits).set({ count }).where(like(rateLimits.key, key))

test('an unknown email is limited like a known one (40)', async () => {
  const { email } = newPerson()
  await signIn(email, 0)
  await countUpTo(35, 'sign-in|%')

  const answers = await guessAtOnce(email, 8)

  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3)
})

test('a correct password does not count', async () => {
  await signIn(person.email, 0)
  await countUpTo(39, 'sign-in|%')

  const answers = [
    await signIn(person.email, 1, goodPassword),
    await signIn(person.email, 2, goodPassword),
    await signIn(person.email, 3),
    await signIn(person.email, 4, goodPassword),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 429])
})

test('after an hour the counter restarts (40)', async () => {
  await signIn(person.email, 0)
  await countUpTo(40, 'sign-in|%')
  const locked = await signIn(person.email, 1, goodPassword)
  await shop.db.update(rateLimits).set({ lastRequest: sql`${rateLimits.lastRequest} - 3600000` })

  const later = await signIn(person.email, 2, goodPassword)

  expect([locked.statusCode, later.statusCode]).toEqual([429, 200])
})

test('after half an hour the counter still holds, although shorter limits have ended (40)', async () => {
  await signIn(person.email, 0)
  await countUpTo(40, 'sign-in|%')
  await shop.db.update(rateLimits).set({ lastRequest: sql`${rateLimits.lastRequest} - 1800000` })

  const [elsewhere, locked] = [await signIn(newPerson().email, 0), await signIn(person.email, 1, goodPassword)]

  expect([elsewhere.statusCode, locked.statusCode]).toEqual([401, 429])
})

test('a new password unlocks a locked account (40)', async () => {
  const { browser: owner, person: locked } = await registeredBrowser(shop)
  await signIn(locked.email, 0)
  await again(owner, locked.email, 'Wrong-Guess-1')
  await countUpTo(40, 'sign-in%')
  const browser = openBrowser(shop, { address: '10.9.0.1' })
  await browser.call('POST', '/auth/request-password-reset', { email: locked.email })
  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, locked.email))
  const token = queued.find(({ kind }) => kind === 'reset-password')!.body.match(/token=(\S+)/)![1]

  await browser.call('POST', '/auth/reset-password', { token, newPassword: 'Fresh-Flux-2026' })

  const answers = [await signIn(locked.email, 1, 'Fresh-Flux-2026'), await again(owner, locked.email, 'Fresh-Flux-2026')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test("an attacker's guesses do not lock the owner out of a browser in which they have signed in before (40)", async () => {
  const { browser: owner, person: victim } = await registeredBrowser(shop)
  await owner.call('POST', '/auth/sign-out')
  await signIn(victim.email, 0)
  await countUpTo(40, 'sign-in|%')

  const attacker = await signIn(victim.email, 1, goodPassword)
  const answers = [await again(owner, victim.email, 'Wrong-Guess-1'), await again(owner, victim.email)]

  expect(attacker.statusCode).toBe(429)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200])
})

test('a known browser has ten guesses, and all browsers together have no more than fifty (40)', async () => {
  const { browser: thief, person: victim } = await registeredBrowser(shop)
  await Promise.all([signIn(victim.email, 0), again(thief, victim.email, 'Wrong-Guess-0')])
  await countUpTo(38, 'sign-in|%')
  await countUpTo(8, 'sign-in-again|%')

  const inKnown = await Promise.all([1, 2, 3, 4].map((index) => again(thief, victim.email, `Wrong-Guess-${index}`)))
  const elsewhere = await guessAtOnce(victim.email, 4)

  const evaluated = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode === 401).length
  expect([evaluated(inKnown), evaluated(elsewhere)]).toEqual([2, 2])
  expect((await again(thief, victim.email)).statusCode).toBe(429)
})

test('a browser that is known for one email is unknown for every other (40)', async () => {
  const { browser: neighbour } = await registeredBrowser(shop)
  await signIn(person.email, 0)
  await countUpTo(40, 'sign-in|%')

  const answers = [await again(neighbour, person.email), await again(neighbour, 'unknown@example.com')]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 401])
  const keys = (await shop.db.select().from(rateLimits)).map(({ key }) => key.split('|')[0])
  expect(keys).not.toContain('sign-in-again')
})

test('one address has a limited number of attempts, whatever emails it tries and whatever headers it sends (40)', async () => {
  const guess = (index: number) =>
    openBrowser(shop, { address: '10.8.0.1' }).call(
      'POST',
      '/auth/sign-in/email',
      { email: newPerson().email, password: 'Wrong-1' },
      { 'x-forwarded-for': `10.7.0.${index}`, 'x-teleforge-client-address': `10.7.1.${index}` },
    )
  await guess(0)
  await countUpTo(55, '10.8.0.1|%')

  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => guess(index + 1)))

  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(3)
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
})

test('a network with no attempts left tries no further email and leaves no counter for it (40)', async () => {
  const guess = (address: string) =>
    openBrowser(shop, { address }).call('POST', '/auth/sign-in/email', { email: newPerson().email, password: 'Wrong-1' })
  await guess('2001:db8::1')
  await countUpTo(599, 'sign-in-network|%')

  const last = await guess('2001:db8::2')
  const before = await shop.db.$count(rateLimits)
  const answers = [await guess('2001:db8::3'), await guess('2001:db8::4')]
  const after = await shop.db.$count(rateLimits)

  expect([last, ...answers].map(({ statusCode }) => statusCode)).toEqual([401, 429, 429])
  expect(Number(answers[0]!.headers['retry-after'])).toBeGreaterThan(3_400)
  expect(after).toBe(before)
  expect((await guess('2001:db8:0:1::1')).statusCode).toBe(401)
})

test('correct passwords do not count against their network, and known browsers are exempt from its limit (40)', async () => {
  const { browser: known, person: neighbour } = await registeredBrowser(shop)
  const fresh = (password: string) => openBrowser(shop).call('POST', '/auth/sign-in/email', { email: person.email, password })
  await fresh('Wrong-Guess-1')
  await countUpTo(598, 'sign-in-network|%')

  const answers = [
    await fresh(goodPassword),
    await fresh(goodPassword),
    await fresh('Wrong-Guess-2'),
    await fresh('Wrong-Guess-3'),
    await fresh(goodPassword),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 401, 429])
  expect((await again(known, neighbour.email)).statusCode).toBe(200)
})

test('a network that has used up its reset mails gets no more and leaves no counter (40)', async () => {
  const ask = (address: string) => openBrowser(shop, { address }).call('POST', '/auth/request-password-reset', { email: newPerson().email })
  await ask('2001:db8::1')
  await countUpTo(59, 'reset-network|%')

  const last = await ask('2001:db8::2')
  const before = await shop.db.$count(rateLimits)
  const refused = await ask('2001:db8::3')
  const after = await shop.db.$count(rateLimits)

  expect([last.statusCode, refused.statusCode]).toEqual([200, 429])
  expect(after).toBe(before)
  expect((await ask('2001:db8:0:1::1')).statusCode).toBe(200)
})

test('one network registers a limited number of accounts (40)', async () => {
  const register = (address: string) => openBrowser(shop, { address }).call('POST', '/auth/sign-up/email', newPerson())
  await register('2001:db8::1')
  await countUpTo(100, 'register|%')

  const answers = [await register('2001:db8::2'), await register('2001:db8:0:1::2')]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200])
})

test('a completed registration is answered with success, also from a network with no attempts left (40)', async () => {
  const wrong = (address: string) =>
    openBrowser(shop, { address }).call('POST', '/auth/sign-in/email', { email: newPerson().email, password: 'Wrong-1' })
  await wrong('10.5.0.1')
  await countUpTo(600, 'sign-in-network|%')
  await countUpTo(60, '10.5.0.1|%')
  const browser = openBrowser(shop, { address: '10.5.0.1' })

  const answer = await browser.call('POST', '/auth/sign-up/email', newPerson())

  expect([(await wrong('10.5.0.1')).statusCode, answer.statusCode]).toEqual([429, 200])
  expect((await browser.call('GET', '/auth/get-session')).json().identity).toEqual(answer.json().identity)
})

test('the number of mails to one address is limited (40)', async () => {
  const { person: victim } = await registeredBrowser(shop)

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      openBrowser(shop, { address: `10.6.0.${index}` }).call('POST', '/auth/request-password-reset', { email: victim.email }),
    ),
  )

  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6)
  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, victim.email))
  expect(queued.filter(({ kind }) => kind === 'reset-password')).toHaveLength(6)
})

test('the counters contain no email (40)', async () => {
  await signIn(person.email, 0)

  expect(JSON.stringify(await shop.db.select().from(rateLimits))).not.toContain(person.email)
})
