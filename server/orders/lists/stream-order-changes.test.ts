import type { Readable } from 'node:stream'
import { beforeAll, expect, test, vi } from 'vitest'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'

let shop: TestShop
let ann: Customer
let bob: Customer
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  bob = await shop.customer('bob')
  admin = await shop.admin()
})

type Event = { name: string; data: string }

/** The events of a stream as they come; `until` waits for one and returns all up to it. */
async function listen(reader: Customer, query = '') {
  const answer = await shop.app.inject({
    url: `/api/order-changes${query}`,
    headers: { authorization: `Bearer ${reader.token}` },
    payloadAsStream: true,
  })
  const events = eventsIn(answer.stream())
  return {
    answer,
    async until(name: string, data: string): Promise<string[]> {
      const seen: string[] = []
      for (;;) {
        const { value, done } = await events.next()
        if (done) throw new Error(`The stream ended without ${name} ${data}`)
        seen.push(`${value.name} ${value.data}`)
        if (value.name === name && value.data === data) return seen
      }
    },
    async end(): Promise<void> {
      while (!(await events.next()).done);
    },
    close: () => void answer.stream().destroy(),
  }
}

async function* eventsIn(stream: Readable): AsyncGenerator<Event, undefined> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (name && data) yield { name, data }
    }
  }
}

/** A stream that receives changes. */
async function listening(reader: Customer) {
  const stream = await listen(reader)
  await stream.until('listening', 'true')
  return stream
}

async function paidOrder(buyer: Customer): Promise<string> {
  const order = await shop.placeOrder(buyer, await shop.addPart())
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, id)
  return order._id
}

test('what happens to an order is told to its buyer and to admins, and to no other customer', async () => {
  const orderId = await paidOrder(ann)
  const bobsOrderId = await paidOrder(bob)
  const streams = { ann: await listening(ann), bob: await listening(bob), admin: await listening(admin) }

  await admin.put(`/orderShipped/${orderId}`)
  await admin.put(`/orderShipped/${bobsOrderId}`)

  const changes = (seen: string[]) => seen.filter((one) => one.startsWith('changed') && !one.endsWith('any'))
  expect(new Set(changes(await streams.ann.until('changed', orderId)))).toEqual(new Set([`changed ${orderId}`]))
  expect(new Set(changes(await streams.bob.until('changed', bobsOrderId)))).toEqual(new Set([`changed ${bobsOrderId}`]))
  expect(new Set(changes(await streams.admin.until('changed', bobsOrderId)))).toEqual(
    new Set([`changed ${orderId}`, `changed ${bobsOrderId}`]),
  )
  for (const stream of Object.values(streams)) stream.close()
})

test('a stream that no changes reached is told when they do, also when another one is opened just then', async () => {
  const areHeard = vi.spyOn(shop.db.changes, 'areHeard').mockReturnValue(false)
  const first = await listen(ann)
  await first.until('listening', 'false')
  areHeard.mockReturnValue(true)

  const second = await listening(admin)

  await first.until('listening', 'true')
  for (const stream of [first, second]) stream.close()
})

test('a stream is not stored, and ends when it was asked to', async () => {
  const stream = await listen(ann, '?seconds=0')

  expect(stream.answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await stream.end()
})

test('a person has three streams; the oldest ends for the next', async () => {
  const streams = [await listen(bob), await listen(bob), await listen(bob)]

  const next = await listening(bob)

  await streams[0]!.end()
  const orderId = await paidOrder(bob)
  for (const stream of [...streams.slice(1), next]) {
    await stream.until('changed', orderId)
    stream.close()
  }
})

test('a stream ends when the shop closes', async () => {
  const stream = await listening(ann)

  await Promise.all([shop.app.close(), stream.end()])
})
