import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contactCalls } from '#contract/contact.ts'
import { imageCalls } from '#contract/images.ts'
import { orderCalls } from '#contract/orders.ts'
import { partCalls } from '#contract/parts.ts'
import { allCalls, titleOf } from '#tests/support/all-calls.ts'
import { ANSWER_MS, boulderCall, furnish, fuzzCall, newReport, type Room } from '#tests/support/fuzz-calls.ts'
import { boulders } from '#tests/support/fuzz-values.ts'
import { reportFigure } from '#tests/support/figures.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'

/** FUZZ_SEED repeats a run. */
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
const RUNS = 60

/** Calls after which the people are new: some have ended their session, or removed their part, by then. */
const CALLS_IN_A_ROOM = 8

let shop: TestShop
let room: Room
let callsMade = 0
const report = newReport()

beforeAll(async () => {
  shop = await openShop()
})

beforeEach(async () => {
  if (callsMade % CALLS_IN_A_ROOM === 0) room = await furnish(shop)
  callsMade += 1
})

afterAll(() => {
  const made = [...report.statuses.values()].reduce((sum, one) => sum + one, 0)
  const faults = [...report.statuses].filter(([status]) => status >= 500).reduce((sum, [, one]) => sum + one, 0)
  const measured = `${made} requests to ${allCalls.length} calls, ${faults} faults, slowest ${Math.round(report.slowestMs)} ms, seed ${seed}`
  reportFigure('G6', measured, '0 faults, 0 over 2 s; the long run is tests/deep/fuzz.deep.ts')
})

test.each(allCalls.map((call) => [titleOf(call), call] as const))(
  'row 49: %s answers whatever is sent as the contract says, and in time',
  async (_, call) => {
    await fuzzCall(shop, call, { room, runs: RUNS, seed, report })

    expect(report.slowestMs).toBeLessThan(ANSWER_MS)
  },
)

test.each([contactCalls.send, orderCalls.changeStock, partCalls.add, imageCalls.upload].map((call) => [titleOf(call), call] as const))(
  'row 49: %s is not held up by a body that is large or deep',
  async (_, call) => {
    await boulderCall(shop, call, { room, report })

    expect(report.slowestMs).toBeLessThan(ANSWER_MS)
  },
)

test('row 49: a body with 20,000 unknown fields is refused in a short answer', async () => {
  const answer = await shop.visitor.post('/contact', JSON.parse(boulders['20,000 unknown keys']!()))

  expect(answer.statusCode).toBe(400)
  expect(answer.body.length).toBeLessThan(10_000)
})

test.each(['{"email":"\\ud800"}', '{"email":"\\udfff\\ud800"}', '{"\\ud800":1}', '{"email":"\\\\\\ud83d"}'])(
  'row 49: half a character, as in %s, cannot be read',
  async (payload) => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/contact', headers: { 'content-type': 'application/json' }, payload })

    expect(answer.json()).toMatchObject({ code: 'MALFORMED_BODY' })
  },
)

test('row 49: whole characters are counted as people count them, however they are written', async () => {
  const hundred = (payload: string) =>
    shop.app.inject({ method: 'POST', url: '/api/contact', headers: { 'content-type': 'application/json' }, payload })
  const named = (name: string) => `{"name":"${name}","email":"ann@example.com","message":"\\\\ud800"}`

  expect((await hundred(named('📺'.repeat(100)))).statusCode).toBe(200)
  expect((await hundred(named('\\ud83d\\udcfa'.repeat(100)))).statusCode).toBe(200)
  expect((await hundred(named('📺'.repeat(101)))).json()).toMatchObject({ fields: [{ field: 'name', message: 'At most 100 characters.' }] })
})

test.each(['-1', '1e9', 'abc', '0', '', '0.5', '1e309', 'NaN', '-0', '9007199254740993', '%00', '1&size=2', '1&page=2', '[]', '1%20'])(
  'row 50: a page or a size of %s answers with at most 100 rows or say what is wrong',
  async (value) => {
    const admin = await shop.admin()
    for (const path of [`/pagesParts?page=${value}`, `/pagesParts?size=${value}`, `/contact?page=${value}`, `/contact?size=${value}`]) {
      const answer = await admin.get(path)

      expect([200, 400], path).toContain(answer.statusCode)
      if (answer.statusCode === 400) expect(answer.json(), path).toMatchObject({ code: 'INVALID_INPUT', fields: [{}] })
      else expect((answer.json().messages ?? answer.json()).length, path).toBeLessThanOrEqual(100)
    }
  },
)
