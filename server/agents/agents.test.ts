import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiScope } from '#contract/people/api-keys.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { agentOrders } from '#database/tables/api-keys.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quoteLines, quotes } from '#database/tables/quotes.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { programOf, type Program } from '#tests/support/shops/api-keys.ts'
import { addressIn, chargeTax } from '#tests/support/shops/charging.ts'
import { contact, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance } from '#tests/support/shops/payments.ts'

const shop = await openShop()
const url = new URL('/mcp', await shop.app.listen({ host: '127.0.0.1', port: 0 }))
const all: ApiScope[] = ['quotes:write', 'quotes:read', 'orders:read', 'orders:write']

/** An agent, by the client of the protocol's own library. */
async function agentWith(key: string): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }))
  afterTheFile(() => client.close())
  return client
}

async function buyerWithAgent(scopes = all) {
  const buyer = await shop.customer('ann')
  const program = await programOf(shop, buyer, scopes)
  return { buyer, program, agent: await agentWith(program.key) }
}

/** What a tool answers, or its refusal. */
async function ask<T = { code: string; message: string }>(agent: Client, name: string, input: object): Promise<T> {
  const { content } = await agent.callTool({ name, arguments: input as Record<string, unknown> })
  const [first] = content as { type: string; text: string }[]
  return JSON.parse(first!.text) as T
}

const setLimit = (buyer: Customer, { apiKey }: Program, perOrder: number, perMonth: number) =>
  buyer.put(`/api-keys/${apiKey._id}/spending`, { spending: { perOrder, perMonth } })

const savedQuote = (agent: Client, partNumber: string, quantity = 1_000) =>
  ask<Quote>(agent, 'save_quote', { lines: [{ text: partNumber, quantity }] })

const orderOf = ({ _id, version, total }: Quote) => ({ quoteId: _id, version, total, ...contact })

test('an agent finds a part, prices a list, saves it, orders it within its limit, and reads the order (92)', async () => {
  const { buyer, program, agent } = await buyerWithAgent()
  const part = await shop.addPart({ price: 2.5, name: 'Quillwood panel' })
  await setLimit(buyer, program, 2_500, 10_000)

  const { tools } = await agent.listTools()
  const found = await ask<{ parts: { partNumber: string }[] }>(agent, 'search_parts', { query: 'Quillwood' })
  const facts = await ask(agent, 'get_part', { partNumber: part.partNumber })
  const priced = await ask(agent, 'price_list', { lines: [{ text: part.partNumber, quantity: '1k' }, { text: 'no such thing' }] })
  const quote = await savedQuote(agent, part.partNumber)
  const unseen = await ask(agent, 'order_quote', { ...orderOf(quote), amountDue: 2_400 })
  const group = await ask<OrderGroup>(agent, 'order_quote', orderOf(quote))
  const again = await ask<OrderGroup>(agent, 'order_quote', orderOf(quote))
  const { orders } = await ask<{ orders: Order[] }>(agent, 'list_orders', {})
  const one = await ask<Order>(agent, 'get_order', { orderId: group.orders[0]!._id })

  expect(tools.map(({ name }) => name)).toEqual([
    'search_parts',
    'get_part',
    'price_list',
    'save_quote',
    'order_quote',
    'list_orders',
    'get_order',
  ])
  expect(unseen).toMatchObject({ code: 'TOTAL_CHANGED' })
  expect(found.parts).toMatchObject([{ partNumber: part.partNumber }])
  expect(facts).toMatchObject({ partNumber: part.partNumber, price: 2.5 })
  expect(priced).toMatchObject({ matched: 1, total: 2_500, lines: [{ status: 'matched' }, { status: 'unknown' }] })
  expect(quote).toMatchObject({ version: 1, total: 2_500, orderable: true })
  expect(again).toEqual(group)
  expect(orders.map(({ _id }) => _id)).toEqual([group.orders[0]!._id])
  expect(one).toMatchObject({ orderQuantity: 1_000, totalPrice: 2_500, paid: false })
  await expectBooksToBalance(shop)
})

test('an agent orders pieces that leave later than the quote said once it names the day that it was told', async () => {
  const { buyer, program, agent } = await buyerWithAgent()
  const part = await shop.addPart({ price: 2.5, available: 500 })
  await shop.db.update(parts).set({ madeMonthly: 20_000 }).where(eq(parts.id, part._id))
  await setLimit(buyer, program, 2_500, 10_000)
  const quote = await savedQuote(agent, part.partNumber)
  await shop.db.update(quoteLines).set({ leadDays: 0 }).where(eq(quoteLines.quoteId, quote._id))

  const refused = await ask<{ code: string; currentShipBy: string }>(agent, 'order_quote', orderOf(quote))
  const group = await ask<OrderGroup>(agent, 'order_quote', { ...orderOf(quote), shipBy: refused.currentShipBy })

  expect(refused).toMatchObject({ code: 'DAY_CHANGED' })
  expect(group.orders).toMatchObject([{ promised: [{ pieces: 500, day: refused.currentShipBy }] }])
})

test('without a limit nothing is ordered, whatever the scopes; nor above the limit of one order (92)', async () => {
  const { buyer, program, agent } = await buyerWithAgent()
  const part = await shop.addPart({ price: 2.5 })
  const quote = await savedQuote(agent, part.partNumber)

  const without = await ask(agent, 'order_quote', orderOf(quote))
  await setLimit(buyer, program, 2_499.99, 1_000_000)
  const above = await ask(agent, 'order_quote', orderOf(quote))
  await buyer.put(`/api-keys/${program.apiKey._id}/spending`, { spending: null })
  const taken = await ask(agent, 'order_quote', orderOf(quote))

  expect([without.code, above.code, taken.code]).toEqual(['SPENDING_LIMIT', 'SPENDING_LIMIT', 'SPENDING_LIMIT'])
  expect(above.message).toBe('This costs $2,500.00. Agents may order for $2,499.99 at once with this key, tax included.')
  expect(await shop.stockOf(part)).toBe(part.available)
  expect(await shop.db.$count(orderGroups, eq(orderGroups.userId, buyer.userId))).toBe(0)
})

test('of ten orders at once the limit of the month lets as many through as fit, never more (92)', async () => {
  const { buyer, program, agent } = await buyerWithAgent()
  const part = await shop.addPart({ price: 2.5, available: 1_000_000 })
  await setLimit(buyer, program, 2_500, 4 * 2_500 + 2_499)
  const saved: Quote[] = []
  for (let count = 0; count < 10; count++) saved.push(await savedQuote(agent, part.partNumber))

  const answers = await Promise.all(saved.map((quote) => ask<{ code?: string }>(agent, 'order_quote', orderOf(quote))))

  expect(answers.filter(({ code }) => code === undefined)).toHaveLength(4)
  expect(answers.filter(({ code }) => code === 'SPENDING_LIMIT')).toHaveLength(6)
  expect(await shop.stockOf(part)).toBe(996_000)
  expect(await shop.db.select({ cents: agentOrders.cents }).from(agentOrders).where(eq(agentOrders.apiKeyId, program.apiKey._id))).toEqual(
    Array.from({ length: 4 }, () => ({ cents: 250_000 })),
  )
  await expectBooksToBalance(shop)
})

test('a key with a limit keeps to it by the API, too, and one without orders as its scope says (92)', async () => {
  const { buyer, program, agent } = await buyerWithAgent()
  const part = await shop.addPart({ price: 2.5 })
  const [first, second, third] = [
    await savedQuote(agent, part.partNumber),
    await savedQuote(agent, part.partNumber),
    await savedQuote(agent, part.partNumber),
  ]
  const byApi = ({ _id, version, total }: Quote) => program.ask('POST', `/quotes/${_id}/order`, { version, total, ...contact })

  const free = await byApi(first)
  await setLimit(buyer, program, 2_500, 2_500)
  const within = await byApi(second)
  const above = await byApi(third)

  expect([free.statusCode, within.statusCode, above.statusCode]).toEqual([200, 200, 403])
  expect(above.json()).toMatchObject({ code: 'SPENDING_LIMIT' })
  expect(await ask(agent, 'order_quote', orderOf(third))).toMatchObject({ code: 'SPENDING_LIMIT' })
})

test('the refusal above a limit names the sum with tax, which is what the limit is for (92)', async () => {
  const taxed = await openShop()
  await chargeTax(await taxed.admin())
  const buyer = await taxed.customer('ann')
  const program = await programOf(taxed, buyer, all)
  const part = await taxed.addPart({ price: 2.5 })
  const { _id, version, total } = (await buyer.post('/quotes', { lines: [{ text: part.partNumber }] })).json<Quote>()
  const destination = { phone: '1', address: '-', shipTo: addressIn('DE') }
  const order = () => program.ask('POST', `/quotes/${_id}/order`, { version, total, ...destination })

  await setLimit(buyer, program, 2_974.99, 1_000_000)
  const atOnce = await order()
  await setLimit(buyer, program, 3_000, 2_900)
  const inMonth = await order()

  expect(atOnce.json().message).toBe('This costs $2,975.00 with tax. Agents may order for $2,974.99 at once with this key, tax included.')
  expect(inMonth.json().message).toBe(
    'This costs $2,975.00 with tax. Agents may order for another $2,900.00 with this key this month, tax included.',
  )
})

test('a tool needs the scope of its call (92)', async () => {
  const { agent } = await buyerWithAgent(['papers:read'])
  const part = await shop.addPart()

  const refused = [
    await ask(agent, 'save_quote', { lines: [{ text: part.partNumber }] }),
    await ask(agent, 'list_orders', {}),
    await ask(agent, 'get_order', { orderId: part._id }),
    await ask(agent, 'order_quote', { quoteId: part._id, version: 1, total: 1, ...contact }),
  ]

  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'KEY_NOT_FOR_THIS'))
  expect(await ask(agent, 'get_part', { partNumber: part.partNumber })).toMatchObject({ partNumber: part.partNumber })
})

test('an id in another spelling, and a text with NUL, are refused at the field', async () => {
  const { agent } = await buyerWithAgent()
  const id = randomUUID()
  const asked = [
    ['get_order', 'orderId', { orderId: `urn:uuid:${id}` }],
    ['order_quote', 'quoteId', { quoteId: `urn:uuid:${id}`, version: 1, total: 1, ...contact }],
    ['search_parts', 'query', { query: 'a\u0000b' }],
  ] as const
  for (const [name, field, input] of asked) {
    const { isError, content } = await agent.callTool({ name, arguments: input })

    expect(isError, name).toBe(true)
    expect(JSON.stringify(content), name).toContain(field)
    expect(JSON.stringify(content), name).not.toContain('INTERNAL')
  }
})

test("another account's quotes and orders are not found (92)", async () => {
  const [ann, bob] = [await buyerWithAgent(), await buyerWithAgent()]
  const part = await shop.addPart()
  const quote = await savedQuote(ann.agent, part.partNumber)
  const order = await shop.placeOrder(ann.buyer, part)
  await setLimit(bob.buyer, bob.program, 100_000, 100_000)

  expect(await ask(bob.agent, 'order_quote', orderOf(quote))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await ask(bob.agent, 'get_order', { orderId: order._id })).toMatchObject({ code: 'NOT_FOUND' })
  expect((await bob.buyer.put(`/api-keys/${ann.program.apiKey._id}/spending`, { spending: null })).statusCode).toBe(404)
})

test('a quote that is sent again with its key is saved once, also by the API (92)', async () => {
  const { buyer, program, agent } = await buyerWithAgent()
  const part = await shop.addPart()
  const quote = { lines: [{ text: part.partNumber, quantity: 1_000 }] }

  const saved = await Promise.all([1, 2, 3].map(() => ask<Quote>(agent, 'save_quote', { ...quote, idempotencyKey: 'once' })))
  const byApi = await shop.app.inject({
    method: 'POST',
    url: '/api/quotes',
    headers: { authorization: `Bearer ${program.key}`, 'idempotency-key': 'once' },
    payload: quote,
  })

  expect(new Set([...saved.map(({ _id }) => _id), byApi.json<Quote>()._id]).size).toBe(1)
  expect(await shop.db.$count(quotes, eq(quotes.userId, buyer.userId))).toBe(1)
})

test('wrong input is refused with what is wrong, and what a buyer may not exceed (92)', async () => {
  const { agent } = await buyerWithAgent()

  const wrong = await agent.callTool({ name: 'price_list', arguments: { lines: [] } })
  const tooMany = await agent.callTool({ name: 'price_list', arguments: { lines: Array.from({ length: 501 }, () => ({ text: 'x' })) } })
  const unknown = await agent.callTool({ name: 'search_parts', arguments: { query: 'x', sql: 'drop' } })

  expect([wrong.isError, tooMany.isError, unknown.isError]).toEqual([true, true, true])
  await expect(agent.callTool({ name: 'grant_admin', arguments: {} })).rejects.toThrow('grant_admin')
})

const post = (headers: Record<string, string>, body: object | string = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('no key, a wrong key, a revoked key and the access token of a person are refused (92)', async () => {
  const { buyer, program } = await buyerWithAgent()
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  expect((await post(bearer(program.key))).status).toBe(200)

  await buyer.delete(`/api-keys/${program.apiKey._id}`)

  const answers = [{}, bearer(`tfk_${'x'.repeat(43)}`), bearer(program.key), bearer(buyer.token)]
  expect(await Promise.all(answers.map(async (headers) => (await post(headers as Record<string, string>)).status))).toEqual([
    401, 401, 401, 401,
  ])
})

test('a page of another site is refused, whatever key it has (92)', async () => {
  const { program } = await buyerWithAgent()
  const authorization = `Bearer ${program.key}`

  expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ authorization, origin: 'null' })).status).toBe(403)
  expect((await post({ authorization, origin: new URL(shop.services.settings.shopUrl).origin })).status).toBe(200)
})

const callTool = (name: string, input: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })

test.each(['application/json', '*/*', 'text/event-stream', 'application/json, text/event-stream'])(
  'an agent that accepts %s is answered with JSON (92)',
  async (accept) => {
    const { program } = await buyerWithAgent()
    const authorization = `Bearer ${program.key}`
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }

    const listed = await post({ authorization, accept })
    const begun = await post({ authorization, accept }, { jsonrpc: '2.0', id: 2, method: 'initialize', params: initialize })
    const noted = await post({ authorization, accept }, { jsonrpc: '2.0', method: 'notifications/initialized' })

    expect([listed.status, listed.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await listed.json()).toMatchObject({ id: 1, result: { tools: expect.arrayContaining([]) } })
    const { result } = (await begun.json()) as { result: { capabilities: { tools: object } } }
    expect(result.capabilities.tools).toEqual({ listChanged: false })
    expect(noted.status).toBe(202)
  },
)

test('an argument that is null is left out, also within a line (92)', async () => {
  const { program } = await buyerWithAgent()
  const part = await shop.addPart({ name: 'Nullwood panel' })
  const run = async (name: string, input: unknown) =>
    ((await (await post({ authorization: `Bearer ${program.key}` }, callTool(name, input))).json()) as { result: unknown }).result

  expect(await run('search_parts', { query: 'Nullwood', page: null, inStock: null })).toMatchObject({ structuredContent: { count: 1 } })
  expect(await run('price_list', { lines: [{ text: part.partNumber, quantity: null, partsId: null }] })).toMatchObject({
    structuredContent: { matched: 1 },
  })
  expect(await run('list_orders', null)).toMatchObject({ structuredContent: { orders: [] } })
  expect(await run('search_parts', { query: null })).toMatchObject({ isError: true })
})

test('an order is found by its number, and only by its owner (92)', async () => {
  const [ann, bob] = [await buyerWithAgent(), await buyerWithAgent()]
  const { _id, number } = await shop.placeOrder(ann.buyer, await shop.addPart())

  expect(await ask(ann.agent, 'get_order', { orderId: number })).toMatchObject({ _id })
  expect(await ask(ann.agent, 'get_order', { orderId: number.toLowerCase() })).toMatchObject({ _id })
  expect(await ask(bob.agent, 'get_order', { orderId: number })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await ask(ann.agent, 'get_order', { orderId: 'O-999999999999999' })).toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['a body that is no JSON', '{"jsonrpc":', -32_700],
  ['an empty body', '', -32_700],
  ['a batch', [callTool('list_orders', {}), callTool('list_orders', {})], -32_600],
  ['an empty batch', [], -32_600],
  ['a body nested 100,000 times', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, -32_600],
  [
    'an argument nested 80,000 times',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_parts","arguments":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}}}`,
    -32_600,
  ],
])('%s is answered 400 with an error of JSON-RPC (92)', async (_, body, code) => {
  const { program } = await buyerWithAgent()

  const answer = await post({ authorization: `Bearer ${program.key}` }, body)

  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, expect.stringContaining('application/json')])
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
})

test('large and broken bodies are refused, and no stream stays open (92)', async () => {
  const { program } = await buyerWithAgent()
  const authorization = `Bearer ${program.key}`
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }

  expect((await post({ authorization }, 'x'.repeat(600_000))).status).toBe(413)
  expect((await post({ authorization }, '{"jsonrpc":')).status).toBe(400)
  expect((await post({ authorization, 'content-type': 'text/plain' })).status).toBe(415)
  expect((await fetch(url, { headers: { authorization, accept: 'text/event-stream' } })).status).toBe(405)
  const listen = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { _meta: meta, notifications: { toolsListChanged: true } },
  }
  const answer = await post({ authorization, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }, listen)
  expect(await answer.text()).toContain('error')
})

test('calls of agents count for the limit of their key (92)', async () => {
  const { program } = await buyerWithAgent()
  const authorization = `Bearer ${program.key}`

  const first = await post({ authorization })
  // Some calls are counted in memory before they are in the database.
  await shop.db
    .update(rateLimits)
    .set({ count: 290 })
    .where(eq(rateLimits.key, `api-key-calls|${program.apiKey._id}`))
  const further = await Promise.all(Array.from({ length: 30 }, () => post({ authorization })))

  expect(first.status).toBe(200)
  expect([...new Set(further.map(({ status }) => status))].toSorted((one, other) => one - other)).toEqual([200, 429])
})
