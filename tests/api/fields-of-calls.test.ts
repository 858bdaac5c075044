import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/basics/call.ts'
import type { ErrorAnswer } from '#contract/basics/errors.ts'
import { allCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import { callWith, placesOf, type IsMeant, type Place } from '#tests/support/hostile/places-of-calls.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

const ID = 'b3a7c1de-5f0e-4a51-9c44-2d6f0a8e71b2'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

/** Calls that have such a field, but streams, which stay open. */
const callsWith = (isMeant: IsMeant) =>
  allCalls
    .filter(({ streamsEvents }) => !streamsEvents)
    .flatMap((call): [string, Call, Place[]][] => {
      const places = placesOf(call, isMeant)
      return places.length === 0 ? [] : [[titleOf(call), call, places]]
    })

/** Texts that a call does not refuse with 400, with a word about the field. */
async function taken(call: Call, places: Place[], texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const place of places) {
    // Whoever is no owner of the profile in the path, or has no cookie of the identity session, is refused before anything is read.
    if (call.policy === 'identity' || (call.policy === 'self' && place.part === 'params')) continue
    for (const text of texts) {
      const answer = await callWith(shop, admin, call, place, text)
      if (answer.statusCode !== 400 || !namesField(answer, place))
        found.push(`${place.field} ${JSON.stringify(text)}: ${answer.statusCode} ${answer.body}`)
    }
  }
  return found
}

/** A body that has half of a surrogate pair is refused as a whole, and the pages of signing in elsewhere refuse in words. */
function namesField(answer: LightMyRequestResponse, { field }: Place): boolean {
  if (String(answer.headers['content-type']).startsWith('text/html')) return true
  const { code, fields = [] } = answer.json<ErrorAnswer>()
  return code === 'MALFORMED_BODY' || fields.some((refused) => refused.field === field || refused.field.startsWith(`${field}.`))
}

const isId: IsMeant = ({ format, pattern }) => format === 'uuid' || (pattern ?? '').includes('{8}(?:-')
const oddIds = [
  `urn:uuid:${ID}`,
  `{${ID}}`,
  ID.replaceAll('-', ''),
  `${ID} `,
  ` ${ID}`,
  `${ID}0`,
  ID.slice(1),
  ID.replace('b', 'g'),
  '1',
  'null',
]

describe('ids', () => {
  test.each(callsWith(isId))('%s refuses other spellings at the field', async (_, call, places) => {
    expect(await taken(call, places, oddIds)).toEqual([])
  })

  test('are in more than a hundred calls', () => {
    expect(callsWith(isId).length).toBeGreaterThan(100)
  })
})

const isTime: IsMeant = ({ format }) => format === 'date-time'
const oddTimes = [
  '2026-11-25T08:00:00+00',
  '2026-11-25T08:00:00-05',
  '2026-11-25T08:00:00+0100',
  '2026-11-25T08:00:00+15:00',
  '2026-11-25T08:00:00+24:00',
  '2026-11-25T08:00:00+01:60',
  '2026-11-25T08:00:00',
  '2026-11-25T08:00Z',
  '2026-11-25',
  '2026-06-30T23:59:60Z',
  '2026-12-31T23:59:60Z',
  '2026-11-25T24:00:00Z',
  '2026-11-25T08:60:00Z',
  '2026-02-29T08:00:00Z',
  '2026-04-31T08:00:00Z',
  '2026-13-01T08:00:00Z',
  '2026-00-10T08:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '10000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '+002026-11-25T08:00:00Z',
  `2026-11-25T08:00:00.${'1'.repeat(200)}Z`,
  '2026-11-25T08:00:00 UTC',
  'Wed, 25 Nov 2026 08:00:00 GMT',
  'now',
  'infinity',
  'epoch',
  '1764057600',
]
const extremeTimes = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59+14:00', '2024-02-29T12:00:00.5-12:00']

describe('times', () => {
  test.each(callsWith(isTime))('%s refuses what is no time, or none that can be kept, at the field', async (_, call, places) => {
    expect(await taken(call, places, oddTimes)).toEqual([])
  })

  test.each(callsWith(isTime))('%s answers the first and the last time that there is', async (_, call, places) => {
    for (const place of places) {
      for (const time of extremeTimes)
        expect((await callWith(shop, admin, call, place, time)).statusCode, `${place.field} ${time}`).toBeLessThan(500)
    }
  })
})

const isDay: IsMeant = ({ format }) => format === 'date'
const oddDays = [
  '0000-01-01',
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-1-1',
  '10000-01-01',
  '2026-11-25T00:00:00Z',
  '25.11.2026',
  'infinity',
  '',
]

describe('days', () => {
  test.each(callsWith(isDay))('%s refuses what is no day at the field', async (_, call, places) => {
    expect(await taken(call, places, oddDays)).toEqual([])
  })

  test.each(callsWith(isDay))('%s answers the first and the last day that there is', async (_, call, places) => {
    for (const place of places) {
      for (const day of ['0001-01-01', '9999-12-31'])
        expect((await callWith(shop, admin, call, place, day)).statusCode, place.field).toBeLessThan(500)
    }
  })
})

describe('texts', () => {
  test.each(callsWith(() => true))('%s refuses NUL and half of a surrogate pair in each of its texts', async (_, call, places) => {
    const inBody = places.filter(({ part }) => part === 'body')

    expect(await taken(call, places, ['\u0000', 'a\u0000b'])).toEqual([])
    // An address is UTF-8, which cannot write one.
    expect(await taken(call, inBody, ['\ud800', 'a\udfffb'])).toEqual([])
  })
})
