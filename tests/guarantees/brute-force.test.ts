import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rateLimits } from '#database/tables/identity.ts'
import { goodPassword, openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { countedPasswords } from '#tests/support/counted-passwords.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { unpaidOrder } from '#tests/support/shops/payments.ts'

const { made, passwords } = countedPasswords()
const shop = await openShop({ rateLimit: true, passwords })
const forgery = '203.0.113.'

/** As if all but the last attempt of an hour had been used up. */
const useUp = (attempt: string, count: number) =>
  shop.db
    .update(rateLimits)
    .set({ count: count - 1 })
    .where(like(rateLimits.key, `${attempt}|%`))

test('of 400 guesses, 60 of them at once, from 40 addresses, each of them forging another one, 40 are evaluated (40) (G12)', async () => {
  const { person } = await registeredBrowser(shop)
  const hashesBefore = made.hash + made.verify
  const guess = (index: number) =>
    openBrowser(shop, { address: `10.2.0.${index % 40}` }).call(
      'POST',
      '/auth/sign-in/email',
      { email: person.email, password: `Wrong-Guess-${index}` },
      { 'x-forwarded-for': `${forgery}${index % 250}`, forwarded: `for=${forgery}${index % 250}`, 'x-real-ip': `${forgery}1` },
    )

  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)))
  for (let index = 60; index < 400; index += 10) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, more) => guess(index + more)))))
  }

  const codes = answers.map((answer) => answer.json().code)
  expect(codes.filter((code) => code === 'CREDENTIALS_WRONG')).toHaveLength(40)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(360)
  // A refused guess costs no password hash, so guessing does not wear the shop down.
  expect(made.hash + made.verify - hashesBefore).toBe(40)
})

test('the right password does not help in a guessed-out hour, and the answer says how long to wait (40)', async () => {
  const { person } = await registeredBrowser(shop)
  await openBrowser(shop).call('POST', '/auth/sign-in/email', { email: person.email, password: 'Wrong-Guess-1' })
  await useUp('sign-in', 41)

  const answer = await openBrowser(shop).call('POST', '/auth/sign-in/email', { email: person.email, password: goodPassword })

  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_400)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3_600)
})

test('guesses at an address before it is registered do not keep its owner out (40)', async () => {
  const person = { name: 'Ann', email: 'guessed-early@example.com', password: goodPassword }
  await openBrowser(shop).call('POST', '/auth/sign-in/email', { email: person.email, password: 'Wrong-Guess-1' })
  await useUp('sign-in', 41)

  const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', person)

  expect(answer.statusCode).toBe(200)
})

test('a proxy is believed only when it is named, and then only what it says itself (40)', async () => {
  const open = (proxies: string) => openShop({ rateLimit: true, env: { TRUSTED_PROXIES: proxies } })
  const behind = await open('10.3.0.1')
  const register = (from: string, forwarded: string) =>
    openBrowser(behind, { address: from }).call(
      'POST',
      '/contact',
      { name: 'Ann', email: `${crypto.randomUUID()}@example.com`, message: 'x' },
      { 'x-forwarded-for': forwarded },
    )
  const refusedOf = async (answers: ReturnType<typeof register>[]) =>
    (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 429).length
  const twelve = Array.from({ length: 12 }, (_, index) => index)

  // Ten messages an hour from one network.
  expect(await refusedOf(twelve.map((index) => register('10.3.0.1', `198.51.100.${index}`)))).toBe(0)
  expect(await refusedOf(twelve.map((index) => register('10.3.0.1', `192.0.2.${index}, 198.51.100.200`)))).toBe(2)
  expect(await refusedOf(twelve.map((index) => register('10.3.0.2', `192.0.3.${index}`)))).toBe(2)
})

test.each<[string, number, (someone: Customer) => Promise<{ statusCode: number; headers: Record<string, unknown> }>]>([
  ['review', 30, (someone) => someone.post('/reviews', { rating: 5, review: 'Good' })],
  ['role-change', 200, (someone) => someone.put('/user/admin/nobody@example.com', { role: 'admin' })],
  ['upload', 20_000, (someone) => someone.post('/images')],
])('one person makes only so many %s calls an hour, and others are not held up (40)', async (attempt, limit, make) => {
  const [someone, other] = [await shop.admin(), await shop.admin()]
  const first = await make(someone)
  await useUp(attempt, limit)

  const [last, tooMany, others] = [await make(someone), await make(someone), await make(other)]

  expect([first.statusCode, last.statusCode, others.statusCode]).not.toContain(429)
  expect(tooMany.statusCode).toBe(429)
  expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(0)
})

test('one customer opens only so many payments an hour (40)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const open = () => buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice })
  await open()
  await useUp('payment', 300)

  const [last, tooMany] = [await open(), await open()]

  expect([last.statusCode, tooMany.statusCode]).toEqual([200, 429])
})

test('who asks which addresses have an account, by registering them, is soon stopped (39)', async () => {
  const { person } = await registeredBrowser(shop)
  const ask = () => openBrowser(shop, { address: '10.4.0.1' }).call('POST', '/auth/sign-up/email', { ...person, name: 'Eve' })
  const first = await ask()
  await useUp('register', 100)

  const [last, tooMany] = [await ask(), await ask()]

  expect([first.statusCode, last.statusCode, tooMany.statusCode]).toEqual([422, 422, 429])
  expect(tooMany.body).not.toContain(person.email)
})
