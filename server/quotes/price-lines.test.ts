import { randomUUID } from 'node:crypto'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { parseUnitPrice, totalOf } from '#contract/basics/money.ts'
import { quoteCalls, type PricedLines, type QuoteLine, type QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { parts } from '#database/tables/parts.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const limited = await openShop({ rateLimit: true })
const admin = await shop.admin()

const ladder = [
  { from: 10_000, price: 0.0071 },
  { from: 100_000, price: 0.005 },
]
const screw = await shop.addPart({
  name: 'Screw M3 × 12',
  price: 0.0095,
  priceBreaks: ladder,
  available: 50_000,
  partNumber: 'SC-M3/12',
  leadDays: 9,
})
const cable = await shop.addPart({ name: 'HDMI cable 1.5 m', price: 2.5, available: 4_000, leadDays: 21 })
const twinA = await shop.addPart({ name: 'T-Con board' })
const twinB = await shop.addPart({ name: 'T-CON Board' })

beforeEach(() => limited.db.delete(rateLimits))

const price = async (...lines: QuoteRequestLine[]) => {
  const answer = await shop.visitor.post('/quotes/price', { lines })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<PricedLines>()
}
const priceOne = async (text: string, quantity?: string | number, partsId?: string): Promise<QuoteLine> => {
  const { lines } = await price({ text, ...(quantity !== undefined && { quantity }), ...(partsId && { partsId }) })
  return lines[0]!
}

test.each(['SC-M3/12', 'scm312', ' sc m3 12 ', 'SC—M3—12', 'Screw M3 × 12', 'screw m3 x 12', 'SCREW-M3x12'])(
  '%j matches the one part that it names, at the price of its quantity',
  async (text) => {
    expect(await priceOne(text, '12,000')).toEqual({
      row: 1,
      text,
      asked: '12,000',
      status: 'matched',
      notes: [],
      partsId: screw._id,
      partNumber: screw.partNumber,
      name: screw.name,
      quantity: 12_000,
      unitPrice: 0.0071,
      lineTotal: 85.2,
      available: 50_000,
      leadDays: 2,
      priceBreaks: ladder,
      betterBuy: null,
      candidates: [],
    })
  },
)

test('the chosen part of a line may be named by its id in capitals', async () => {
  expect(await priceOne('anything', 1_000, cable._id.toUpperCase())).toMatchObject({
    status: 'matched',
    partsId: cable._id,
    quantity: 1_000,
  })
})

test('a line at a volume price says so', async () => {
  const line = await priceOne('SC-M3/12', 9_000)

  expect(line).toMatchObject({ lineTotal: 85.5, betterBuy: { quantity: 10_000, total: 71, costsLess: true } })
})

test('parts with the same name are all candidates, and none is chosen', async () => {
  const line = await priceOne('t con board', 1_000)

  expect(line).toMatchObject({ status: 'ambiguous', partsId: null, quantity: null, unitPrice: null, lineTotal: null })
  expect(line.candidates.map(({ partsId }) => partsId)).toEqual([twinA._id, twinB._id])
  expect(line.candidates[0]).toEqual({ partsId: twinA._id, partNumber: twinA.partNumber, name: twinA.name, price: 2.5, available: 10_000 })
})

test('a chosen part is quoted whatever the text says', async () => {
  expect(await priceOne('t con board', 1_000, twinB._id)).toMatchObject({ status: 'matched', partsId: twinB._id })
})

test('a part whose number is the name of another part is ambiguous with it', async () => {
  const first = await shop.addPart({ name: 'Tuner Delta' })
  const second = await shop.addPart({ name: 'Tuner of other make', partNumber: 'TUNER-DELTA' })

  const line = await priceOne('tuner delta')

  expect(line.status).toBe('ambiguous')
  expect(new Set(line.candidates.map(({ partsId }) => partsId))).toEqual(new Set([first._id, second._id]))
})

test.each(['HDMI cable 15 m', 'HDMI cable 1/5 m', 'HDMI cable 1 5 m', 'HDMI cable -1.5 m'])(
  '%j is not silently taken for 1.5 m',
  async (text) => {
    const line = await priceOne(text, 1_000)

    expect(line.status).toBe('ambiguous')
    expect(line.candidates[0]!.partsId).toBe(cable._id)
  },
)

test('a text gets the same answer alone and among many others', async () => {
  const texts = [
    'cable hdmi',
    'HDMI kable 1.5',
    'board con',
    'DMI cable',
    'nothing of the kind',
    ...Array.from({ length: 200 }, (_, index) => `other ${index}`),
  ]
  const { lines } = (await shop.visitor.post('/quotes/price', { lines: texts.map((text) => ({ text })) })).json<PricedLines>()
  for (const [index, text] of texts.slice(0, 5).entries()) {
    const alone = await priceOne(text)
    expect({ ...lines[index], row: alone.row }, text).toEqual(alone)
  }
  expect(lines.slice(0, 4).map(({ candidates }) => candidates.length > 0)).toEqual([true, true, true, true])
})

test('a decimal comma is a decimal point', async () => {
  expect(await priceOne('hdmi cable 1,5m')).toMatchObject({ status: 'matched', partsId: cable._id })
})

test('the beginning of a name lists its part first, and is no match', async () => {
  const line = await priceOne('HDMI cab', 1_000)

  expect(line).toMatchObject({ status: 'ambiguous', partsId: null })
  expect(line.candidates[0]!.partsId).toBe(cable._id)
})

test('a misspelled name is answered with the nearest parts', async () => {
  const line = await priceOne('Scerw M3 x 12', 1_000)

  expect(line.status).toBe('unknown')
  expect(line.candidates[0]!.partsId).toBe(screw._id)
})

test.each(['', ' ', '---', '***'])('a line of %j is answered as unknown', async (text) => {
  expect(await priceOne(text, 1_000)).toMatchObject({ text, status: 'unknown', candidates: [] })
})

test('a quantity below the minimum is raised to it, and a quantity above the stock keeps its price', async () => {
  expect(await priceOne('SC-M3/12', 12)).toMatchObject({ notes: ['raised-to-minimum'], quantity: 1_000, lineTotal: 9.5, leadDays: 2 })
  expect(await priceOne('SC-M3/12', '60k')).toMatchObject({
    notes: ['above-stock'],
    quantity: 60_000,
    available: 50_000,
    lineTotal: 426,
    leadDays: 9,
  })
  expect(await priceOne('SC-M3/12')).toMatchObject({ asked: '', notes: [], quantity: 1_000 })
})

test('two lines of one part share its stock', async () => {
  const { lines } = await price(
    { text: cable.name, quantity: 3_000 },
    { text: cable.name, quantity: 1_500 },
    { text: cable.name, quantity: 1_000 },
  )

  expect(lines.map(({ notes }) => notes)).toEqual([[], ['above-stock'], ['above-stock']])
  expect(lines.map(({ leadDays }) => leadDays)).toEqual([2, 21, 21])
})

test.each(['12.000', 'some', '-5', '1.5', 0, 1.5, -3, '5e9'])(
  'a quantity of %j is reported as unclear, and the part stays matched',
  async (asked) => {
    expect(await priceOne('SC-M3/12', asked)).toMatchObject({
      asked: String(asked),
      status: 'quantity-unclear',
      partsId: screw._id,
      quantity: null,
      unitPrice: null,
      lineTotal: null,
    })
  },
)

test('a discontinued part is reported as no longer sold, and another part with its name does not replace it', async () => {
  const discontinued = await shop.addPart({ name: 'Backlight strip 32' })
  await admin.delete(`/parts/${discontinued._id}`)
  const successor = await shop.addPart({ name: 'Backlight strip 32' })

  expect(await priceOne('Backlight strip 32', 1_000, discontinued._id)).toMatchObject({
    status: 'unknown',
    notes: ['no-longer-sold'],
    partsId: discontinued._id,
    quantity: null,
    candidates: [{ partsId: successor._id }],
  })
  expect(await priceOne('Backlight strip 32', 1_000, randomUUID())).toMatchObject({ status: 'unknown', notes: [] })
  expect(await priceOne('Backlight strip 32', 1_000)).toMatchObject({ status: 'matched', partsId: successor._id })
})

test('a line total above the limit counts as an unclear quantity, and the other lines are summed', async () => {
  await shop.addPart({ name: 'Dear thing', price: 10_000_000 })

  const answer = await price({ text: 'Dear thing', quantity: 999_999_999 }, { text: 'SC-M3/12', quantity: 1_000 })

  expect(answer).toMatchObject({ total: 9.5, matched: 1, lines: [{ status: 'quantity-unclear' }, { status: 'matched' }] })
})

const isAnswer = addFormats.default(new Ajv({ strict: false })).compile(quoteCalls.price.response)

test('every line comes back as it was typed, and the total is the sum of the lines, for any input', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('SC-M3/12', 'Screw', cable.name, 'T-Con board', "'; drop table parts", '%_\\', '日本'),
  )
  const quantities = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: 1, max: 99_999_999 }),
  )
  const ids = fc.constantFrom(screw._id, cable._id, randomUUID())
  const line = fc.record({ text: texts, quantity: quantities, partsId: ids }, { requiredKeys: ['text'] })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), async (given) => {
      const sent = (JSON.parse(JSON.stringify(given)) as QuoteRequestLine[]).map(({ text, quantity, ...rest }) => ({
        ...rest,
        text: text.replaceAll('\0', ''),
        ...(quantity !== undefined && { quantity: typeof quantity === 'string' ? quantity.replaceAll('\0', '').slice(0, 40) : quantity }),
      }))
      const answer = await price(...sent)

      expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true)
      expect(answer.lines.map(({ row, text, asked }) => [row, text, asked])).toEqual(
        sent.map(({ text, quantity }, index) => [index + 1, text, String(quantity ?? '')]),
      )
      const matched = answer.lines.filter(({ status }) => status === 'matched')
      const cents = matched.map(({ unitPrice, quantity }) => totalOf(parseUnitPrice(unitPrice!)!, quantity!))
      expect(matched.map(({ lineTotal }) => lineTotal)).toEqual(cents.map((each) => each / 100))
      expect(answer.total).toBe(cents.reduce((sum, each) => sum + each, 0) / 100)
      expect(answer.matched).toBe(matched.length)
    }),
    { numRuns: 60 },
  )
})

test.each([
  [{}, 'lines'],
  [{ lines: [] }, 'lines'],
  [{ lines: Array.from({ length: MAXIMUM_QUOTE_LINES + 1 }, () => ({ text: 'a' })) }, 'lines'],
  [{ lines: [{ quantity: 5 }] }, 'lines.0.text'],
  [{ lines: [{ text: 'a', quantity: true }] }, 'lines.0.quantity'],
  [{ lines: [{ text: 'a', price: 1 }] }, 'lines.0.price'],
  [{ lines: [{ text: 'a'.repeat(301) }] }, 'lines.0.text'],
  [{ lines: [{ text: 'a', partsId: 'x' }] }, 'lines.0.partsId'],
])('what is no list of lines is refused with its place (%#)', async (body, field) => {
  const answer = await shop.visitor.post('/quotes/price', body)

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field }] })
  if (field === 'lines' && 'lines' in body) expect(answer.json().message).toBe(messages.quoteNeedsLines)
})

test('for megabytes of invalid input one fault is named, because describing all of them would exhaust memory', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`a${index}`, 1]))

  const answer = await shop.visitor.post('/quotes/price', { lines: [{ text: 'a', ...unknown }, { text: 5 }] })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toHaveLength(1)
})

test('one network may price a limited number of lines an hour, and another network is not affected', async () => {
  const lines = Array.from({ length: MAXIMUM_QUOTE_LINES }, () => ({ text: '' }))
  const ask = (address: string) => openBrowser(limited, { address }).call('POST', '/quotes/price', { lines })
  const first = []
  for (let call = 0; call < 20; call++) first.push(await ask('192.0.2.1'))

  const answers = [await ask('192.0.2.1'), await ask('192.0.2.2')]

  expect(new Set(first.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200])
  expect(Number(answers[0]!.headers['retry-after'])).toBeGreaterThan(3_000)
})

test('pieces between two whole packs are told the next whole packs that can be ordered, and are quoted as they were asked', async () => {
  const boxed = await shop.addPart({ price: 2, available: 2_000 })
  await shop.db.update(parts).set({ packName: 'box', packPieces: 400 }).where(eq(parts.id, boxed._id))
  const line = (quantity: number) => ({ text: boxed.partNumber, quantity })

  const { lines } = await price(line(1_100), line(1_200))
  const { lines: alone } = await price(line(1_900), line(1_200))
  const { lines: more } = await price(line(2_100))

  expect(lines[0]).toMatchObject({ quantity: 1_100, lineTotal: 2_200, packs: { quantity: 1_200, packPieces: 400, packName: 'box' } })
  expect(alone[0]!.packs).toMatchObject({ quantity: 2_000 })
  for (const one of [lines[1], alone[1], more[0]]) expect(one).not.toHaveProperty('packs')
  expect(await (await shop.customer()).get(`/inventory/${boxed._id}`).then((answer) => answer.json())).toMatchObject({
    packPieces: 400,
    packName: 'box',
  })
})
