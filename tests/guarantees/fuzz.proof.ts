import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/basics/call.ts'
import { contactCalls } from '#contract/people/contact.ts'
import { imageCalls } from '#contract/parts/images.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { fuzzedCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import {
  boulderCall,
  describeReports,
  furnish,
  fuzzCall,
  neverTaken,
  newReport,
  shareTaken,
  type FuzzReport,
  type Room,
} from '#tests/support/hostile/fuzz-calls.ts'
import { boulders } from '#tests/support/hostile/fuzz-values.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { chosenSeed } from '#tests/support/seeded.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

const seed = chosenSeed()
const RUNS = 60
/** Runs of calls that are slow on purpose: to check a password, to hide a result, to read a file elsewhere. */
const RUNS_OF_SLOW = 20
const slowCalls = new Set([
  'POST /auth/sign-in/email',
  'POST /auth/sign-up/email',
  'POST /auth/request-password-reset',
  'POST /quotes/read',
  'POST /images',
])

/** Rounds of these, which are always the same, until a call has succeeded once: few of its requests may fit together with what the shop has. */
const ROUNDS = 20
const SEED_OF_ROUNDS = 5

let shop: TestShop
let room: Room | undefined
const reports = new Map<string, FuzzReport>()

beforeAll(async () => {
  shop = await openShop()
})

/** After a call that changes something, what it has ended or removed is there again for the next. */
async function roomFor({ method }: Call): Promise<Room> {
  const current = room ?? (await furnish(shop))
  room = method === 'GET' ? current : undefined
  return current
}

afterAll(() => reportFigure('G6', `${describeReports(reports)}, SEED=${seed}`, '0 faults; the long run is tests/deep/fuzz.deep.ts'))

test.each(fuzzedCalls.map((call) => [titleOf(call), call] as const))(
  '%s answers whatever is sent as the contract says, and does what it is for now and then (49)',
  async (title, call) => {
    const report = newReport()
    reports.set(title, report)
    const runs = slowCalls.has(title) ? RUNS_OF_SLOW : RUNS
    const isDone = () => shareTaken(report) > 0 || neverTaken.has(title)

    await fuzzCall(shop, call, { room: await roomFor(call), runs, seed, report })
    for (let round = 0; round < ROUNDS && !isDone(); round++) {
      await fuzzCall(shop, call, { room: await roomFor(call), runs, seed: SEED_OF_ROUNDS + round, report })
    }

    expect(isDone(), 'answered with success at least once').toBe(true)
  },
)

test.each([contactCalls.send, orderCalls.changeStock, partCalls.add, imageCalls.upload].map((call) => [titleOf(call), call] as const))(
  '%s answers a body that is large or deep as the contract says (49)',
  async (_, call) => boulderCall(shop, call, { room: await roomFor(call), report: newReport() }),
)

test('a body with 20,000 unknown fields is refused in a short answer (49)', async () => {
  const answer = await shop.visitor.post('/contact', JSON.parse(boulders['20,000 unknown keys']!()))

  expect(answer.statusCode).toBe(400)
  expect(answer.body.length).toBeLessThan(10_000)
})

test.each(['{"email":"\\ud800"}', '{"email":"\\udfff\\ud800"}', '{"\\ud800":1}', '{"email":"\\\\\\ud83d"}'])(
  'half a character, as in %s, cannot be read (49)',
  async (payload) => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/contact', headers: { 'content-type': 'application/json' }, payload })

    expect(answer.json()).toMatchObject({ code: 'MALFORMED_BODY' })
  },
)

test('whole characters are counted as people count them, however they are written (49)', async () => {
  const hundred = (payload: string) =>
    shop.app.inject({ method: 'POST', url: '/api/contact', headers: { 'content-type': 'application/json' }, payload })
  const named = (name: string) => `{"name":"${name}","email":"ann@example.com","message":"\\\\ud800"}`

  expect((await hundred(named('📺'.repeat(100)))).statusCode).toBe(200)
  expect((await hundred(named('\\ud83d\\udcfa'.repeat(100)))).statusCode).toBe(200)
  expect((await hundred(named('📺'.repeat(101)))).json()).toMatchObject({ fields: [{ field: 'name', message: 'At most 100 characters.' }] })
})

test.each(['-1', '1e9', 'abc', '0', '', '0.5', '1e309', 'NaN', '-0', '9007199254740993', '%00', '1&size=2', '1&page=2', '[]', '1%20'])(
  'a page or a size of %s answers with at most 100 rows or say what is wrong (50)',
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
