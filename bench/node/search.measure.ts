import { beforeAll, test } from 'vitest'
import { nearestParts, searchParts, type PartSearch } from '../../server/parts/search-parts.ts'
import { guessParts } from '../../server/quotes/guess-parts.ts'
import { chanceOf, chosenSeed } from '../../tests/support/seeded.ts'
import { insertManyParts, manyParts } from '../../tests/support/load/many-parts.ts'
import { openShop, type TestShop } from '../../tests/support/shops/open-shop.ts'
import { report } from '../measured.ts'

/*
 * How long a search among 100,000 parts takes, by kind of search, in ms of waiting: set BENCH_PARTS and SEED to repeat a run. The
 * figures count what other programs on the machine take as well.
 */

const PARTS = Number(process.env['BENCH_PARTS'] ?? 100_000)
const ROUNDS = 60
const P95_LIMIT_MS = 20

let shop: TestShop
let all: { name: string; partNumber: string }[]
const seed = chosenSeed()
const chance = chanceOf(seed)

beforeAll(async () => {
  shop = await openShop()
  all = manyParts(PARTS)
  await insertManyParts(shop.db.$client, all)
  await shop.db.execute('analyze parts')
  await shop.db.execute('analyze part_words')
}, 900_000)

const words = ['board', 'led', 'hdmi', 'cable', 'strip', 'panel', 'slim', 'silver', 'backlight', 'remote']
const name = () => chance.pick(all).name
const slip = (text: string) => {
  const place = 1 + chance.below(text.length - 2)
  return text.slice(0, place) + text[place + 1]! + text[place]! + text.slice(place + 2)
}

const kinds: Record<string, () => string> = {
  'exact name': name,
  'exact number': () => chance.pick(all.filter(({ partNumber }) => partNumber !== '')).partNumber,
  'beginning of a name': () => name().slice(0, 4 + chance.below(12)),
  'in a name': () => name().slice(8, 18),
  'two words, turned': () => [chance.pick(words), chance.pick(words)].join(' '),
  'whole name, slip': () => slip(name()),
  'word, slip': () => slip(chance.pick(words.filter((word) => word.length > 4))),
  'nothing fits': () => Array.from({ length: 12 }, () => chance.pick([...'qxzjwkvy0123'])).join(''),
  'one letter': () => chance.pick([...'abcdefghijklmnopqrstuvwxyz']),
  'two letters': () => chance.pick([...'abcdefgh']) + chance.pick([...'aeiou4']),
  hostile: () =>
    chance.pick(['a'.repeat(200), '%'.repeat(200), '\\_'.repeat(100), '😀'.repeat(100), 'a b c d e f g h', 'board '.repeat(30)]),
}

const sorts = ['price', '-price', 'name', 'available'] as const
const anyText = () => chance.pick(Object.values(kinds))()

const searches: Record<string, () => PartSearch> = {
  ...Object.fromEntries(Object.entries(kinds).map(([kind, text]) => [kind, () => ({ q: text() })])),
  'any of these, sorted': () => ({ q: anyText(), sort: chance.pick(sorts) }),
  'any of these, filtered': () => ({ q: anyText(), inStock: true, minPrice: chance.below(50), maxPrice: 52 }),
  'no text, filtered and sorted': () => ({ inStock: true, maxPrice: 1 + chance.below(50), sort: chance.pick(sorts) }),
}

test('how long each kind of search takes', async () => {
  const took: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, search] of Object.entries(searches)) {
      const asked = search()
      const begun = performance.now()
      await searchParts(shop.db, asked)
      ;(took[kind] ??= []).push(performance.now() - begun)
    }
  }

  for (const [kind, ms] of Object.entries(took)) reportTimes(`Search among ${PARTS} parts: ${kind}`, ms)
  reportTimes(`Search among ${PARTS} parts: all together`, Object.values(took).flat(), { atMost: P95_LIMIT_MS })
})

test('how long suggestions take, and the guesses of a quote at a thousand unknown texts', async () => {
  const suggested: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await nearestParts(shop.db, name().slice(0, 3 + chance.below(20)), 8)
    suggested.push(performance.now() - begun)
  }
  reportTimes(`Suggestions among ${PARTS} parts`, suggested)

  const texts = Array.from({ length: 1_000 }, (_, index) => `${name()} unknown ${index}`)
  const begun = performance.now()
  const guesses = await guessParts(shop.db, texts)
  const found = performance.now() - begun
  const note = `${[...guesses.values()].filter((some) => some.length > 0).length} with a guess`
  report({ what: 'Guesses at 1,000 unknown texts', found, unit: 'ms', note })
})

function reportTimes(what: string, ms: number[], wanted: { atMost?: number } = {}): void {
  report({
    what: `${what}, 95 of 100 within`,
    found: at(ms, 0.95),
    unit: 'ms',
    ...wanted,
    note: `half within ${at(ms, 0.5)} ms; SEED=${seed}`,
  })
}

/** That share of the values is at most this, in ms with one decimal. */
function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]! * 10) / 10
}
