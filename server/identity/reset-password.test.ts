import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#contract/basics/messages.ts'
import { verifications } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { newPerson, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { heldBack } from '#tests/support/hostile/held-back.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const newPassword = 'Fresh-Flux-2026'

const ask = (email: string) => openBrowser(shop).call('POST', '/auth/request-password-reset', { email })
const reset = (token: string, password = newPassword) =>
  openBrowser(shop).call('POST', '/auth/reset-password', { token, newPassword: password })
const signIn = (email: string, password: string) => openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password })

/** The token in the newest reset mail to an email. */
async function mailedToken(email: string): Promise<string> {
  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.createdAt)
  const link = queued.findLast(({ kind }) => kind === 'reset-password')?.body.match(/http\S+/)?.[0]
  expect(link).toContain(`${shop.services.settings.shopUrl}/reset-password?token=`)
  return new URL(link!).searchParams.get('token')!
}

test('a mailed link sets a new password and ends every session and token (38)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const accessToken = await syncedToken(browser, person.email)
  await ask(person.email)

  const answer = await reset(await mailedToken(person.email))

  expect(answer.json()).toEqual({ status: true })
  const call = await browser.call('GET', `/user/${person.email}`, undefined, { authorization: `Bearer ${accessToken}` })
  const sync = await browser.call('PUT', `/user/${person.email}`, { email: person.email })
  expect([call.statusCode, sync.statusCode]).toEqual([401, 401])
  expect((await signIn(person.email, person.password)).statusCode).toBe(401)
  expect((await signIn(person.email, newPassword)).statusCode).toBe(200)
})

test('a link works once (38)', async () => {
  const { person } = await registeredBrowser(shop)
  await ask(person.email)
  const token = await mailedToken(person.email)
  await reset(token)

  const again = await reset(token, 'Another-Flux-2026')

  expect(again.statusCode).toBe(400)
  expect(again.json().code).toBe('LINK_EXPIRED')
  expect((await signIn(person.email, newPassword)).statusCode).toBe(200)
})

test('of fifty concurrent uses of one link, one succeeds (38)', async () => {
  const { person } = await registeredBrowser(shop)
  await ask(person.email)
  const token = await mailedToken(person.email)

  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => reset(token, `Parallel-Flux-${index}`)))

  const winners = answers.flatMap((answer, index) => (answer.statusCode === 200 ? [index] : []))
  expect(winners).toHaveLength(1)
  // A request that times out waiting for the others' lock is asked to retry.
  const refusals = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)
  expect(refusals.filter((code) => code !== 'LINK_EXPIRED' && code !== 'BUSY')).toEqual([])
  expect((await signIn(person.email, `Parallel-Flux-${winners[0]}`)).statusCode).toBe(200)
})

test("a new password ends the account's earlier links, and those of no other account (38)", async () => {
  const { person } = await registeredBrowser(shop)
  const { person: other } = await registeredBrowser(shop)
  await ask(person.email)
  const earlier = await mailedToken(person.email)
  await ask(person.email)
  await ask(other.email)
  await reset(await mailedToken(person.email))

  const refused = await reset(earlier, 'Another-Flux-2026')

  expect(refused.json().code).toBe('LINK_EXPIRED')
  expect((await signIn(person.email, newPassword)).statusCode).toBe(200)
  expect((await reset(await mailedToken(other.email))).statusCode).toBe(200)
})

test('an expired or invented link is refused (38)', async () => {
  const { person } = await registeredBrowser(shop)
  await ask(person.email)
  const token = await mailedToken(person.email)
  await shop.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` })

  const answers = await Promise.all([reset(token), reset('invented'), reset('%00'), reset('x'.repeat(200))])

  expect(answers.map((answer) => answer.json().code)).toEqual(Array(4).fill('LINK_EXPIRED'))
  expect((await signIn(person.email, person.password)).statusCode).toBe(200)
})

test('a weak password is refused on its field and leaves the link usable', async () => {
  const { person } = await registeredBrowser(shop)
  await ask(person.email)
  const token = await mailedToken(person.email)

  const weak = await reset(token, 'weak')

  expect(weak.statusCode).toBe(400)
  expect(weak.json().fields).toEqual([
    { field: 'newPassword', message: 'Minimum 8 characters password, upper and lower case and number required' },
  ])
  expect((await reset(token)).statusCode).toBe(200)
})

test('a common password is refused on its field and leaves the link usable', async () => {
  const { person } = await registeredBrowser(shop)
  await ask(person.email)
  const token = await mailedToken(person.email)

  const common = await reset(token, 'P@ssw0rd1')

  expect(common.statusCode).toBe(400)
  expect(common.json().fields).toEqual([{ field: 'newPassword', message: messages.passwordCommon }])
  expect((await reset(token)).statusCode).toBe(200)
})

test('known and unknown emails get the same answer, held back for the same time, which is longer than the work (39)', async () => {
  const { person } = await registeredBrowser(shop)
  const timed = (email: string) => heldBack(shop.db, 250, () => ask(email))

  const [known, unknown] = [await timed(person.email), await timed(newPerson().email)]

  expect([known.wasHeldBack, unknown.wasHeldBack]).toEqual([true, true])
  expect([unknown.answer.statusCode, unknown.answer.body]).toEqual([known.answer.statusCode, known.answer.body])
})

test('the database has no reset token in readable form except in the queued mail (38)', async () => {
  const { person } = await registeredBrowser(shop)
  await ask(person.email)

  const kept = JSON.stringify(await shop.db.select().from(verifications))

  expect(kept).not.toContain(await mailedToken(person.email))
})

test('the link leads to the shop whatever Host header the request has (38)', async () => {
  const { person } = await registeredBrowser(shop)

  await openBrowser(shop).call(
    'POST',
    '/auth/request-password-reset',
    { email: person.email },
    {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    },
  )

  expect(await mailedToken(person.email)).not.toBe('')
  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, person.email))
  expect(queued.map(({ body }) => body).join()).not.toContain('evil.example')
})

test.each(['redirectTo', 'callbackURL'])('no foreign redirect can be sent along as %s (41)', async (field) => {
  const answer = await openBrowser(shop).call('POST', '/auth/request-password-reset', {
    email: newPerson().email,
    [field]: 'https://evil.example',
  })

  expect(answer.statusCode).toBe(400)
})
