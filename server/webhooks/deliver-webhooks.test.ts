import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { Webhook } from '#contract/people/webhooks.ts'
import { LOCK_KEYS, takeKey } from '#database/locks.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { isSignedWith, openWebhookTarget } from '#tests/support/doubles/webhook-target.ts'
import { lockUntilReleased } from '#tests/support/database/lock-waits.ts'
import { mayBe, waitSetBy } from '#tests/support/database/wait-set-by.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { addEndpoint, age, deliver, logOf, passBackOff, releaseClaims, tell, toLoopback } from '#tests/support/shops/webhooks.ts'
import { claimDelivery } from './claim-delivery.ts'
import { deliverWebhooks, WEBHOOK_LANES } from './deliver-webhooks.ts'
import { noteOutcome } from './note-outcome.ts'
import { queueWebhooks } from './queue-webhooks.ts'
import { sendWebhook } from './send-webhook.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

const EVENTS = Number(process.env['WEBHOOK_EVENTS'] ?? 500)

const shop = await openShop(toLoopback)
const target = await openWebhookTarget()
afterTheFile(() => target.close())
const usual = target.answer

stopTheClock()

afterEach(async () => {
  // A message that failed is due again in some seconds, perhaps in a later test.
  await shop.db.delete(webhookDeliveries)
  target.answer = usual
  target.received = []
})

async function newEndpoint(url = target.url): Promise<{ ann: Customer; secret: string; webhook: Webhook }> {
  const ann = await shop.customer('ann')
  return { ann, ...(await addEndpoint(ann, url)) }
}

const endpoint = async (ann: Customer) => (await ann.get('/webhooks')).json<Webhook[]>()[0]!
const disabledMails = async (ann: Customer) =>
  (await shop.db.select().from(mails).where(eq(mails.recipient, ann.email))).filter(({ kind }) => kind === 'webhook-disabled')

test('a message is signed as Standard Webhooks says, and is noted with its answer (87)', async () => {
  const { ann, secret, webhook } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(200).end('thanks')
  await tell(shop, ann, randomUUID(), { number: 'O-000001' })

  await deliver(shop)

  const [message] = target.received
  expect(message).toMatchObject({ type: 'order.paid', data: { number: 'O-000001' } })
  expect(message!.headers['content-type']).toBe('application/json')
  expect(isSignedWith(secret, message!)).toBe(true)
  expect(isSignedWith(secret, { ...message!, body: message!.body.replace('O-000001', 'O-000002') })).toBe(false)
  const [delivery] = await logOf(ann, webhook)
  expect(delivery).toMatchObject({ _id: message!.id, body: message!.body, state: 'delivered', attempts: 1, status: 200, answer: 'thanks' })
  expect(await deliver(shop)).toBe(0)
})

test(
  `${EVENTS} events to a target that fails 30 % of the time arrive at least once, in order for each object (87)`,
  { timeout: 600_000 },
  async () => {
    const seed = chosenSeed()
    const chance = chanceOf(seed)
    const { ann } = await newEndpoint()
    const objects = Array.from({ length: EVENTS / 10 }, () => randomUUID())
    const sent = Array.from({ length: EVENTS }, (_, index) => ({ object: chance.pick(objects), index }))
    const taken: { object: unknown; index: unknown }[] = []
    target.answer = ({ data }, response) => {
      const isLost = chance.happens(0.1)
      // Some are taken, and the answer is lost.
      if (!chance.happens(0.3) || isLost) taken.push({ object: data['object'], index: data['index'] })
      else return void response.writeHead(503).end()
      if (isLost) response.destroy()
      else response.writeHead(204).end()
    }
    await queueWebhooks(
      shop.db,
      sent.map((data) => ({ userId: ann.userId, event: 'order.paid', objectId: data.object, ref: String(data.index), data })),
    )

    // Two processes.
    while ((await Promise.all([deliver(shop), deliver(shop)])).some((count) => count > 0)) await passBackOff(shop)

    process.stdout.write(`FIGURE G25 ${EVENTS} events, ${target.received.length} attempts, seed ${seed}\n`)
    expect(new Set(taken.map(({ index }) => index)).size, `seed ${seed}`).toBe(EVENTS)
    for (const object of objects) {
      const indexes = taken.filter((one) => one.object === object).map(({ index }) => Number(index))
      expect(indexes, `seed ${seed}`).toEqual(indexes.toSorted((a, b) => a - b))
    }
    expect(target.received.length).toBeGreaterThan(EVENTS)
  },
)

test('what follows about an object waits for a failed message; other objects do not (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  const [one, other] = [randomUUID(), randomUUID()]
  target.answer = ({ data }, response) => response.writeHead(data['n'] === 1 ? 500 : 204).end()
  for (const [object, n] of [
    [one, 1],
    [one, 2],
    [other, 3],
  ] as const)
    await tell(shop, ann, object, { n })

  await deliver(shop)
  await shop.db
    .update(webhookDeliveries)
    .set({ runAfter: sql`now() + interval '1 hour'` })
    .where(and(gt(webhookDeliveries.attempts, 0), isNull(webhookDeliveries.deliveredAt)))
  await deliver(shop)
  expect(target.received.map(({ data }) => data['n']).toSorted()).toEqual([1, 3])
  await age(shop, webhook, 73)
  await passBackOff(shop)
  await deliver(shop)

  // The first was given up, so that the second is sent.
  expect((await logOf(ann, webhook)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'given-up'])
})

test('a failed message is tried after 10 s, then twice as late each time, up to four hours, and the last time when three days are over (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(500).end()
  await tell(shop, ann)
  const isOf = sql`from webhook_deliveries where webhook_id = ${webhook._id}::uuid`
  const attempt = async () => {
    await passBackOff(shop)
    await deliver(shop)
  }
  const expectNear = async (seconds: number) => {
    const wait = await waitSetBy(shop.db, attempt, sql`select run_after ${isOf}`)
    expect(mayBe(wait, seconds * 0.75, seconds * 1.25), `${seconds} s: ${JSON.stringify(wait)}`).toBe(true)
  }
  const attempted = (attempts: number) =>
    shop.db.update(webhookDeliveries).set({ attempts }).where(eq(webhookDeliveries.webhookId, webhook._id))

  for (const seconds of [10, 20, 40, 80]) await expectNear(seconds)
  await attempted(40)
  await expectNear(4 * 3_600)
  await age(shop, webhook, 71)
  await attempted(40)
  await attempt()
  const { rows } = await shop.db.execute(sql`select run_after = give_up_at as "isLast" ${isOf}`)
  expect(rows).toEqual([{ isLast: true }])
})

test.each([
  [429, { 'retry-after': '120' }, 120, 120],
  [503, { 'retry-after': ' 900 ' }, 900, 900],
  [503, { 'retry-after': 'Sat, 28 Nov 2026 10:10:00 GMT', date: 'Sat, 28 Nov 2026 10:00:00 GMT' }, 600, 600],
  [429, { 'retry-after': '99999999999999999999' }, 86_400, 86_400],
  [429, { 'retry-after': '1' }, 7.5, 12.5],
  [429, { 'retry-after': 'soon' }, 7.5, 12.5],
  [429, { 'retry-after': '-5' }, 7.5, 12.5],
  [429, { 'retry-after': 'Sat, 28 Nov 2026 09:00:00 GMT', date: 'Sat, 28 Nov 2026 10:00:00 GMT' }, 7.5, 12.5],
  [500, { 'retry-after': '120' }, 7.5, 12.5],
])('an endpoint that answers %i with %j is not tried before (87)', async (status, headers, least, most) => {
  const { ann, webhook } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(status, headers).end()
  await tell(shop, ann)

  const wait = await waitSetBy(
    shop.db,
    () => deliver(shop),
    sql`select run_after from webhook_deliveries where webhook_id = ${webhook._id}::uuid`,
  )

  expect(mayBe(wait, least, most), JSON.stringify(wait)).toBe(true)
})

test('nothing else that waits for an endpoint is sent before the time that it named, also after three days (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end()
  await tell(shop, ann)
  await tell(shop, ann)
  await age(shop, webhook, 71)

  const claimed = await claimDelivery(shop.db)
  await noteOutcome(shop.services, claimed!, await sendWebhook(shop.services.settings, claimed!))

  expect(await deliver(shop)).toBe(0)
  const { rows } = await shop.db.execute(sql`
    select distinct run_after > now() + interval '119 minutes' as "isLater" from webhook_deliveries where webhook_id = ${webhook._id}::uuid`)
  expect(rows).toEqual([{ isLater: true }])
})

test('an endpoint that fails for three days is switched off, with one mail, and what waits for it is given up (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(500).end()
  for (let count = 0; count < 3; count++) await tell(shop, ann)
  await deliver(shop)
  expect((await endpoint(ann)).failingSince).not.toBeNull()
  await shop.db
    .update(webhooks)
    .set({ failingSince: sql`now() - interval '72 hours'` })
    .where(eq(webhooks.id, webhook._id))
  await passBackOff(shop)

  await deliver(shop)
  await deliver(shop)

  expect(await endpoint(ann)).toMatchObject({ disabledReason: 'failing', url: webhook.url })
  expect((await logOf(ann, webhook)).map(({ state }) => state)).toEqual(['given-up', 'given-up', 'given-up'])
  expect(await disabledMails(ann)).toMatchObject([{ subject: 'A webhook endpoint was switched off' }])
  const [, , first] = await logOf(ann, webhook)
  expect((await ann.post(`/webhook-deliveries/${first!._id}/redeliver`)).json().code).toBe('WEBHOOK_DISABLED')
})

test('a success in between keeps an endpoint on (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(500).end()
  await tell(shop, ann)
  await deliver(shop)
  target.answer = usual
  await tell(shop, ann)
  await deliver(shop)

  expect(await endpoint(ann)).toEqual(webhook)
})

test('an endpoint that answers 410 is switched off at once (87)', async () => {
  const { ann } = await newEndpoint()
  target.answer = (_, response) => response.writeHead(410).end()
  await tell(shop, ann)
  await deliver(shop)

  expect(await endpoint(ann)).toMatchObject({ disabledReason: 'gone' })
  expect((await disabledMails(ann))[0]!.body).toContain('410')
})

test('a target that is slow, redirects, answers without end or is private is bounded (87)', async () => {
  const { ann } = await newEndpoint()
  const { settings } = shop.services
  const message = { id: randomUUID(), body: '{"type":"ping"}', secrets: ['whsec_AAAA'] }
  const send = (url: string, { ms = HANG_LIMIT_MS, privateAddresses = settings.privateAddresses } = {}) =>
    sendWebhook({ privateAddresses }, { ...message, url }, ms)

  target.answer = () => {}
  const slow = await send(target.url, { ms: 300 })
  target.answer = (_, response) => void response.writeHead(200).write('dripping')
  const dripping = await send(target.url, { ms: 300 })
  target.answer = (_, response) => response.writeHead(307, { location: `${target.url}/elsewhere` }).end()
  const redirecting = await send(target.url)
  const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>()
  target.answer = (_, response) => {
    response.writeHead(200).once('close', ended)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  }
  const endless = await send(target.url)
  await isEnded
  const asked = target.received.length
  const hidden = [
    await send(target.url, { privateAddresses: [] }),
    await send(target.url.replace('127.0.0.1', 'localhost'), { privateAddresses: [] }),
  ]

  expect(slow.problem).toBe('It did not answer within 0.3 seconds.')
  expect(dripping.problem).toBe('It did not answer within 0.3 seconds.')
  expect(redirecting).toMatchObject({ status: 307, problem: 'It answered with 307; redirections are not followed.' })
  expect(target.received.map(({ path }) => path)).not.toContain('/elsewhere')
  expect(endless).toMatchObject({ status: 200, problem: null, answer: 'x'.repeat(500) })
  for (const one of hidden) expect(one).toMatchObject({ status: null, problem: 'Its address is in a private network.' })
  expect(target.received).toHaveLength(asked)
  expect(ann.token).toBeDefined()
})

test('a slow endpoint of one account leaves room for others, also when all claim at once (87)', async () => {
  const [slow, quick] = [await newEndpoint(`${target.url}/slow`), await newEndpoint(`${target.url}/quick`)]
  for (let count = 0; count < 12; count++) await tell(shop, slow.ann)
  await tell(shop, quick.ann)

  const claimed = await Promise.all(Array.from({ length: WEBHOOK_LANES }, () => claimDelivery(shop.db)))

  const endpoints = claimed.flatMap((one) => one?.webhookId ?? [])
  expect(endpoints.toSorted()).toEqual([slow.webhook._id, slow.webhook._id, quick.webhook._id].toSorted())
  await releaseClaims(shop)
  while ((await deliver(shop)) > 0);
  expect((await logOf(slow.ann, slow.webhook)).map(({ state }) => state)).toEqual(Array(12).fill('delivered'))
})

test('a process that dies between sending and noting leads to a repeat under the same id, and to nothing out of order (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  const object = randomUUID()
  await tell(shop, ann, object, { n: 1 })
  await tell(shop, ann, object, { n: 2 })
  const claimed = await claimDelivery(shop.db)
  await sendWebhook(shop.services.settings, claimed!)

  // The claim holds while the process may still be sending.
  expect(await deliver(shop)).toBe(0)
  await releaseClaims(shop)
  await deliver(shop)

  expect(target.received.map(({ data }) => data['n'])).toEqual([1, 1, 2])
  expect(target.received[0]!.id).toBe(target.received[1]!.id)
  expect((await logOf(ann, webhook)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 1],
    ['delivered', 2],
  ])
})

test('while another process claims, all lanes leave the messages to it and wait for nobody', async () => {
  const { ann } = await newEndpoint()
  await tell(shop, ann)
  const release = await lockUntilReleased(shop.db, (tx) => takeKey(tx.$client, LOCK_KEYS.webhookClaims, 'wait'))

  expect(await deliver(shop)).toBe(0)
  await release()
  expect(await deliver(shop)).toBe(1)
})

test('two processes claim a message once', async () => {
  const { ann } = await newEndpoint()
  for (let count = 0; count < 20; count++) await tell(shop, ann)

  await Promise.all(Array.from({ length: 16 }, () => deliverWebhooks(shop.services)))
  // A run ends after some seconds, even with messages left.
  while ((await deliver(shop)) > 0);

  expect(new Set(target.received.map(({ id }) => id)).size).toBe(20)
  expect(target.received).toHaveLength(20)
})

test('a delivered or given up message is sent again under its id when its owner asks (87)', async () => {
  const { ann, webhook } = await newEndpoint()
  await tell(shop, ann)
  await deliver(shop)
  const [before] = await logOf(ann, webhook)

  const again = await ann.post(`/webhook-deliveries/${before!._id}/redeliver`)
  await deliver(shop)

  expect(again.json()).toMatchObject({ _id: before!._id, state: 'waiting', deliveredAt: null })
  expect(target.received.map(({ id }) => id)).toEqual([before!._id, before!._id])
  expect(target.received[1]!.body).toBe(target.received[0]!.body)
  expect(await logOf(ann, webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('an outcome that comes after the endpoint was switched off is noted if it was a success', async () => {
  const { ann, webhook } = await newEndpoint()
  await tell(shop, ann)
  await tell(shop, ann)
  target.answer = async (message, response) => {
    await ann.put(`/webhooks/${webhook._id}`, { enabled: false })
    response.writeHead(message.id === target.received[0]!.id ? 204 : 500).end()
  }

  await deliverWebhooks(shop.services)
  await deliver(shop)

  expect((await logOf(ann, webhook)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'given-up'])
})

test('an endpoint that is deleted while it is sent to leaves nothing behind', async () => {
  const { ann, webhook } = await newEndpoint()
  await tell(shop, ann)
  target.answer = async (_, response) => {
    await ann.delete(`/webhooks/${webhook._id}`)
    response.writeHead(204).end()
  }

  await deliver(shop)

  expect(await shop.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, webhook._id))).toBe(0)
})

test('a blocked account is told nothing', async () => {
  const { ann, webhook } = await newEndpoint()
  await tell(shop, ann)
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.id, ann.userId))
  await tell(shop, ann)

  await deliver(shop)

  expect(target.received).toEqual([])
  expect(await shop.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, webhook._id))).toBe(1)
})

test('the log is paged, and kept for a month', async () => {
  const { ann, webhook } = await newEndpoint()
  for (let n = 0; n < 3; n++) await tell(shop, ann, randomUUID(), { n })
  const page = async (query: string) => (await ann.get(`/webhooks/${webhook._id}/deliveries?${query}`)).json()

  const [first, second, beyond] = [await page('size=2'), await page('size=2&page=1'), await page('size=2&page=9')]
  await age(shop, webhook, 31 * 24)
  await sweepDeliveries(shop.db)

  expect([first.count, first.deliveries.length, second.deliveries.length, beyond.page]).toEqual([3, 2, 1, 1])
  expect(JSON.parse(second.deliveries[0].body).data).toEqual({ n: 0 })
  expect(await page('')).toEqual({ count: 0, page: 0, deliveries: [] })
})
