import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAXIMUM_WEBHOOKS } from '#contract/basics/limits.ts'
import { messages as basicMessages } from '#contract/basics/messages.ts'
import { webhookEvents, webhookMessages as messages, type Webhook, type WebhookTest } from '#contract/people/webhooks.ts'
import { sessions } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { issueAccessToken } from '#server/identity/access-token.ts'
import { isSignedWith, openWebhookTarget } from '#tests/support/doubles/webhook-target.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { clientWith, openShop, type Client, type Customer } from '#tests/support/shops/open-shop.ts'
import { addEndpoint, deliver, logOf, tell, toLoopback } from '#tests/support/shops/webhooks.ts'
import { requirePublicUrl } from './require-public-url.ts'
import { sampleEvents } from './sample-events.ts'

stopTheClock()

const shop = await openShop(toLoopback)
/** Without an exception for loopback. */
const strict = await openShop()
const target = await openWebhookTarget()
afterTheFile(() => target.close())
const wanted = { url: 'https://192.0.43.8/hooks', events: ['order.paid'] }

/** The same person, signed in once more. */
async function anotherDevice({ userId }: Customer): Promise<Client> {
  const [session] = await shop.db
    .insert(sessions)
    .values({ userId, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })
    .returning()
  return clientWith(shop, (await issueAccessToken(shop.db, session!.id)).token)
}

const listOf = async (person: Customer) => (await person.get('/webhooks')).json<Webhook[]>()

test('an endpoint is added with a secret that no later answer has, and its owner is told by mail (87)', async () => {
  const ann = await shop.customer('ann')

  const answer = await ann.post('/webhooks', { ...wanted, url: 'https://192.0.43.8/hooks?key=in-the-address#top' })

  const { secret, webhook } = answer.json<{ secret: string; webhook: Webhook }>()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(webhook).toMatchObject({ url: 'https://192.0.43.8/hooks?key=in-the-address', events: ['order.paid'], disabledAt: null })
  expect(await listOf(ann)).toEqual([webhook])
  const [mail] = await shop.db.select().from(mails).where(eq(mails.recipient, ann.email))
  expect(mail).toMatchObject({ kind: 'webhook-created' })
  expect(mail!.body).toContain('192.0.43.8')
  expect(mail!.body).not.toContain('in-the-address')
})

test.each([
  [{ ...wanted, url: 'ftp://192.0.43.8/' }, 'url', messages.url],
  [{ ...wanted, url: 'https://' }, 'url', messages.url],
  [{ ...wanted, url: 'https://a b/' }, 'url', messages.url],
  [{ ...wanted, url: 'https://[1/' }, 'url', messages.url],
  [{ events: ['order.paid'] }, 'url', messages.url],
  [{ ...wanted, url: 'https://ann:secret@192.0.43.8/' }, 'url', messages.urlWithPassword],
  [{ ...wanted, events: [] }, 'events', messages.eventsRequired],
  [{ ...wanted, events: ['order.paid', 'order.lost'] }, 'events.1', messages.eventUnknown],
  [{ ...wanted, url: `https://192.0.43.8/${'x'.repeat(500)}` }, 'url', basicMessages.tooLong(500)],
])('the endpoint %j is refused at its field', async (body, field, message) => {
  const ann = await shop.customer('ann')

  const answer = await ann.post('/webhooks', body)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toContainEqual({ field, message })
  expect(await listOf(ann)).toEqual([])
})

test('an event that is named twice is taken once, and blanks around an address are no part of it', async () => {
  const ann = await shop.customer('ann')
  const sent = { url: ' https://192.0.43.8/hooks\u00a0\n', events: ['order.paid', 'order.shipped', 'order.paid'] }

  const answer = await ann.post('/webhooks', sent)
  const { webhook } = answer.json<{ webhook: Webhook }>()
  const changed = await ann.put(`/webhooks/${webhook._id}`, { ...sent, events: ['order.paid', 'order.paid'] })

  expect(webhook).toMatchObject({ url: 'https://192.0.43.8/hooks', events: ['order.paid', 'order.shipped'] })
  expect(changed.json()).toMatchObject({ url: 'https://192.0.43.8/hooks', events: ['order.paid'] })
})

test.each([
  '10.0.0.1',
  '127.0.0.2',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '169.254.169.254',
  '2130706434',
  'localhost',
  'localhost.',
  'LOCALHOST%2E',
  'a.localhost.',
  'printer.local',
  'db.internal.',
  'shop',
  '[::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '127.0.0.2.',
])('an address in a private network is refused when it is entered and when it is changed: %s (87)', async (host) => {
  const ann = await strict.customer('ann')
  const { webhook } = await addEndpoint(ann, wanted.url)

  const answers = [
    await ann.post('/webhooks', { ...wanted, url: `https://${host}/` }),
    await ann.put(`/webhooks/${webhook._id}`, { url: `https://${host}/` }),
  ]

  for (const answer of answers) expect(answer.json().fields).toEqual([{ field: 'url', message: messages.urlPrivate }])
  expect(await listOf(ann)).toEqual([webhook])
})

test('outside of trial mode an endpoint needs https (87)', async () => {
  const asked = (mode: 'trial' | 'production') => requirePublicUrl('http://192.0.43.8/', { ...shop.services.settings, mode })

  await expect(asked('production')).rejects.toThrow(messages.urlNotHttps)
  expect(await asked('trial')).toBe('http://192.0.43.8/')
})

test('an account with an unconfirmed address cannot add an endpoint, because endpoints outlive new passwords (41)', async () => {
  const ann = await shop.customer('ann')
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, ann.userId))

  const answer = await ann.post('/webhooks', wanted)

  expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([403, 'EMAIL_UNVERIFIED', messages.confirmFirst])
  expect(await listOf(ann)).toEqual([])
})

test('concurrent requests add at most as many endpoints as one account may have; a deleted one makes room', async () => {
  const ann = await shop.customer('ann')

  // Calls of one session come one after the other in any case.
  const devices = await Promise.all(Array.from({ length: MAXIMUM_WEBHOOKS + 5 }, () => anotherDevice(ann)))

  const answers = await Promise.all(devices.map((device) => device.post('/webhooks', wanted)))

  const codes = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)
  expect(codes).toEqual(Array(5).fill('TOO_MANY_WEBHOOKS'))
  const [first, ...others] = await listOf(ann)
  expect(others).toHaveLength(MAXIMUM_WEBHOOKS - 1)
  expect((await ann.delete(`/webhooks/${first!._id}`)).json()).toEqual({ deletedCount: 1 })
  expect((await ann.delete(`/webhooks/${first!._id}`)).json()).toEqual({ deletedCount: 0 })
  expect((await ann.post('/webhooks', wanted)).statusCode).toBe(200)
})

test("another account's endpoint is not found, also by an admin, and stays as it is", async () => {
  const [ann, admin] = [await shop.customer('ann'), await shop.admin()]
  const { webhook } = await addEndpoint(ann, target.url)
  await tell(shop, ann)
  await deliver(shop)
  const [delivery] = await logOf(ann, webhook)
  const arrived = target.received.length

  for (const id of [webhook._id, randomUUID()]) {
    const answers = [
      await admin.put(`/webhooks/${id}`, { enabled: false }),
      await admin.post(`/webhooks/${id}/secret`),
      await admin.post(`/webhooks/${id}/test`),
      await admin.get(`/webhooks/${id}/deliveries`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect((await admin.delete(`/webhooks/${id}`)).json()).toEqual({ deletedCount: 0 })
  }
  for (const id of [delivery!._id, randomUUID()]) {
    expect((await admin.post(`/webhook-deliveries/${id}/redeliver`)).statusCode).toBe(404)
  }
  expect(await listOf(ann)).toEqual([webhook])
  expect(target.received).toHaveLength(arrived)
})

test('after a change of secrets both sign for a day, then the new one alone (87)', async () => {
  const ann = await shop.customer('ann')
  const { secret: first, webhook } = await addEndpoint(ann, target.url)
  const rotate = async () => (await ann.post(`/webhooks/${webhook._id}/secret`)).json<{ secret: string; webhook: Webhook }>()
  const signers = async (...secrets: string[]) => {
    await ann.post(`/webhooks/${webhook._id}/test`)
    await tell(shop, ann)
    await deliver(shop)
    const [tried, told] = target.received.slice(-2)
    expect([tried!.type, told!.type]).toEqual(['ping', 'order.paid'])
    const by = secrets.map((secret) => [isSignedWith(secret, tried!), isSignedWith(secret, told!)])
    return by.map(([one, other]) => (one === other ? one : 'differ'))
  }

  const { secret: second, webhook: changed } = await rotate()
  const inUse = await signers(first, second)
  await shop.db
    .update(webhooks)
    .set({ oldSecretUntil: new Date(0) })
    .where(eq(webhooks.id, webhook._id))
  const afterADay = await signers(first, second)
  const { secret: third } = await rotate()
  const { secret: fourth } = await rotate()

  expect(Date.parse(changed.oldSecretUntil!) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  expect(inUse).toEqual([true, true])
  expect(afterADay).toEqual([false, true])
  expect(await signers(second, third, fourth)).toEqual([false, true, true])
})

test('the test button says what the endpoint answered, and leaves nothing in the log', async () => {
  const ann = await shop.customer('ann')
  const { secret, webhook } = await addEndpoint(ann, target.url)
  const ping = async () => (await ann.post(`/webhooks/${webhook._id}/test`)).json<WebhookTest>()
  await ann.put(`/webhooks/${webhook._id}`, { enabled: false })

  target.answer = (_, response) => response.writeHead(202).end('taken')
  const taken = await ping()
  target.answer = (_, response) => response.writeHead(500).end('out\nof order')
  const refused = await ping()
  await ann.put(`/webhooks/${webhook._id}`, { url: 'http://127.0.0.1:1/' })
  const closed = await ping()
  await ann.put(`/webhooks/${webhook._id}`, { url: target.url })
  const unknown = await ann.post(`/webhooks/${webhook._id}/test?event=order.eaten`)
  for (const event of webhookEvents) await ann.post(`/webhooks/${webhook._id}/test?event=${event}`)
  target.answer = (_, response) => response.writeHead(204).end()

  expect(taken).toMatchObject({ status: 202, answer: 'taken', problem: null })
  expect(refused).toMatchObject({ status: 500, answer: 'out of order', problem: 'It answered with 500.' })
  expect(closed).toMatchObject({ status: null, answer: null, problem: 'It refused the connection.' })
  expect(unknown.statusCode).toBe(400)
  const samples = target.received.slice(-webhookEvents.length)
  expect(samples.map(({ type, data }) => [type, data])).toEqual(Object.entries(sampleEvents))
  const last = target.received.at(-webhookEvents.length - 1)!
  expect([last.type, isSignedWith(secret, last), isSignedWith(secret, samples[0]!)]).toEqual(['ping', true, true])
  expect(await logOf(ann, webhook)).toEqual([])
})

test('an endpoint changes its address and events, and gets nothing of what happens while it is off', async () => {
  const ann = await shop.customer('ann')
  const { webhook } = await addEndpoint(ann, 'http://127.0.0.1:1/')
  const change = async (body: object) => (await ann.put(`/webhooks/${webhook._id}`, body)).json<Webhook>()
  await tell(shop, ann)

  expect(await change({ events: ['order.paid', 'order.shipped'] })).toMatchObject({ url: webhook.url, disabledAt: null })
  const off = await change({ enabled: false })
  await tell(shop, ann)
  const on = await change({ enabled: true, url: target.url })
  const arrived = target.received.length
  expect(await deliver(shop)).toBe(0)
  await tell(shop, ann)
  await deliver(shop)

  expect(off).toMatchObject({ disabledReason: 'owner', events: ['order.paid', 'order.shipped'] })
  expect(on).toMatchObject({ url: `${target.url}/`, disabledAt: null, disabledReason: null })
  expect(target.received).toHaveLength(arrived + 1)
  expect((await logOf(ann, webhook)).map(({ state }) => state)).toEqual(['delivered', 'given-up'])
})
