import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents, type Cents } from '../basics/money.ts'
import {
  decideTax,
  dueOf,
  euStates,
  sellerStateOf,
  shareTax,
  taxedTogether,
  taxOf,
  taxStateOf,
  type RateFrom,
  type TaxQuestion,
} from './tax.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 }).map(toCents)
const amounts = fc.array(amount, { minLength: 1, maxLength: 30 })
const rate = fc.constantFrom(0, 300, 700, 1_900, 2_000, 2_550, 2_700, 10_000)
const sumOf = (cents: Cents[]) => toCents(cents.reduce((sum, one) => sum + one, 0))
const standard = { category: 'S', reason: 'domestic', from: 'DE', to: 'DE', of: 'DE', day: '2026-01-01' } as const

test('the tax of an amount is rounded half up to the cent, once', () => {
  const cases = [
    [1_000, 1_900, 190],
    [1, 1_900, 0],
    [3, 1_900, 1],
    [50, 100, 1],
    [49, 100, 0],
    [1_000_000_000_000_000, 2_550, 255_000_000_000_000],
    [0, 1_900, 0],
  ] as const

  for (const [net, rateBp, tax] of cases) expect([net, rateBp, taxOf(toCents(net), { rateBp })]).toEqual([net, rateBp, tax])
})

test('shares of the tax add up to the tax of the sum, whatever the order of the amounts (76)', () => {
  fc.assert(
    fc.property(amounts, rate, fc.infiniteStream(fc.nat()), (nets, rateBp, numbers) => {
      const mixed = nets.map((net) => ({ net, place: numbers.next().value! })).toSorted((a, b) => a.place - b.place)
      const tax = taxOf(sumOf(nets), { rateBp })

      expect(sumOf(shareTax(nets, { rateBp }))).toBe(tax)
      expect(sumOf(shareTax(mixed.map(({ net }) => net), { rateBp }))).toBe(tax) // prettier-ignore
    }),
  )
})

test('each share is at most a cent away from the tax of its own amount, and never negative (76)', () => {
  fc.assert(
    fc.property(amounts, rate, (nets, rateBp) => {
      for (const [index, share] of shareTax(nets, { rateBp }).entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(Math.abs(share - taxOf(nets[index]!, { rateBp }))).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('without its last amounts a bill is taxed as if they had never been there (76)', () => {
  fc.assert(
    fc.property(amounts, rate, fc.nat(), (nets, rateBp, cut) => {
      const left = nets.slice(0, cut % (nets.length + 1))

      expect(shareTax(nets, { rateBp }).slice(0, left.length)).toEqual(shareTax(left, { rateBp }))
    }),
  )
})

test('a calculated tax is met to the cent by its amount, and shared in proportion', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 1_000_000_000 }), (nets, taxCents) => {
      const netCents = sumOf(nets)
      fc.pre(netCents > 0)
      const taxed = { rateBp: 888, calculated: { id: 'taxcalc_1', netCents, taxCents } }

      expect(sumOf(shareTax(nets, taxed))).toBe(taxCents)
    }),
  )
})

test('amounts are taxed together when category, rate and calculation are the same', () => {
  const other = { ...standard, rateBp: 1_900, calculated: { id: 'taxcalc_1', netCents: 100, taxCents: 9 } }

  expect(taxedTogether({ ...standard, rateBp: 1_900 })).toBe(taxedTogether({ ...standard, rateBp: 1_900, reason: 'destinationUnknown' }))
  expect(taxedTogether({ ...standard, rateBp: 1_900 })).not.toBe(taxedTogether({ ...standard, rateBp: 700 }))
  expect(taxedTogether({ ...standard, rateBp: 1_900 })).not.toBe(taxedTogether(other))
})

test('what is due is the price, or the price with its tax', () => {
  expect(dueOf({ totalPrice: 100 })).toBe(100)
  expect(dueOf({ totalPrice: 100, tax: { due: 119 } })).toBe(119)
})

const rates: RateFrom[] = [
  { country: 'DE', from: '1970-01-01', rateBp: 1_600 },
  { country: 'DE', from: '2007-01-01', rateBp: 1_900 },
  { country: 'DE', from: '2030-01-01', rateBp: 2_100 },
  { country: 'FR', from: '1970-01-01', rateBp: 2_000 },
  { country: 'GB', from: '1970-01-01', rateBp: 2_000 },
  { country: 'CH', from: '1970-01-01', rateBp: 810 },
  { country: 'FI', from: '1970-01-01', rateBp: 2_550 },
]
const decided = (question: Partial<TaxQuestion>) => {
  const { category, rateBp, reason, of } = decideTax({ from: 'DE', to: undefined, rates, day: '2026-11-24', ...question })
  return [category, rateBp, reason, of]
}
const place = (country: string, postalCode = '') => ({ country, postalCode })
const french = { id: 'FR40303265045', status: 'valid' } as const
const german = { id: 'DE136695976', status: 'valid' } as const

test('the table of decisions: seller, destination, VAT id, and what is charged for which reason', () => {
  const table: [string, Partial<TaxQuestion>, unknown[]][] = [
    ['domestic', { to: place('DE') }, ['S', 1_900, 'domestic', 'DE']],
    ['domestic with a VAT id', { to: place('DE'), vatId: german }, ['S', 1_900, 'domestic', 'DE']],
    ['domestic with a foreign VAT id', { to: place('DE'), vatId: french }, ['S', 1_900, 'domestic', 'DE']],
    ['no country', {}, ['S', 1_900, 'destinationUnknown', 'DE']],
    ['EU with VAT id', { to: place('FR'), vatId: french }, ['K', 0, 'intraCommunity', null]],
    ['EU, VAT id not verified', { to: place('FR'), vatId: { ...french, status: 'unverified' } }, ['S', 2_000, 'consumerElsewhere', 'FR']],
    [
      'EU, the seller’s, not verified',
      { to: place('FR'), vatId: { ...german, status: 'unverified' } },
      ['S', 2_000, 'consumerElsewhere', 'FR'],
    ],
    [
      'EU, not verified, but trusted',
      { to: place('FR'), vatId: { ...french, status: 'unverified' }, trustsUnverified: true },
      ['K', 0, 'intraCommunity', null],
    ],
    [
      'EU, invalid, although others are trusted',
      { to: place('FR'), vatId: { ...french, status: 'invalid' }, trustsUnverified: true },
      ['S', 2_000, 'consumerElsewhere', 'FR'],
    ],
    ['EU, VAT id invalid', { to: place('FR'), vatId: { ...french, status: 'invalid' } }, ['S', 2_000, 'consumerElsewhere', 'FR']],
    ['EU, VAT id of a third state', { to: place('FI'), vatId: french }, ['K', 0, 'intraCommunity', null]],
    ['EU, VAT id of the seller’s state', { to: place('FR'), vatId: german }, ['S', 1_900, 'vatIdOfSellersState', 'DE']],
    ['EU, Swiss VAT id', { to: place('FR'), vatId: { id: 'CHE116281710MWST', status: 'valid' } }, ['S', 2_000, 'consumerElsewhere', 'FR']],
    ['EU without VAT id', { to: place('FI') }, ['S', 2_550, 'consumerElsewhere', 'FI']],
    ['export', { to: place('US') }, ['G', 0, 'export', null]],
    ['export with a VAT id', { to: place('CH'), vatId: french }, ['G', 0, 'export', null]],
    ['Great Britain', { to: place('GB', 'SW1A 1AA') }, ['G', 0, 'export', null]],
    ['Northern Ireland', { to: place('GB', 'BT1 1AA') }, ['S', 2_000, 'consumerElsewhere', 'XI']],
    [
      'Northern Ireland, VAT id',
      { to: place('GB', 'bt11aa'), vatId: { id: 'XI110305878', status: 'valid' } },
      ['K', 0, 'intraCommunity', null],
    ],
    ['Monaco', { to: place('MC') }, ['S', 2_000, 'consumerElsewhere', 'FR']],
    ['Tenerife', { to: place('ES', '38001') }, ['G', 0, 'export', null]],
    ['Büsingen', { to: place('DE', '78266') }, ['G', 0, 'export', null]],
    ['from Switzerland', { from: 'CH', to: place('CH') }, ['S', 810, 'domestic', 'CH']],
    ['from Switzerland to the EU', { from: 'CH', to: place('FR'), vatId: french }, ['G', 0, 'export', null]],
    ['before a change of the rate', { to: place('DE'), day: '2029-12-31' }, ['S', 1_900, 'domestic', 'DE']],
    ['from a change of the rate on', { to: place('DE'), day: '2030-01-01' }, ['S', 2_100, 'domestic', 'DE']],
  ]

  for (const [name, question, answer] of table) expect([name, ...decided(question)]).toEqual([name, ...answer])
})

const northernIrish = { id: 'XI980780684', status: 'valid' } as const

test.each<[string, Partial<TaxQuestion>, unknown[]]>([
  ['Great Britain to Northern Ireland', { from: 'GB', to: place('GB', 'BT1 1AA') }, ['S', 2_000, 'domestic', 'GB']],
  ['the same to a business', { from: 'GB', to: place('GB', 'BT1 1AA'), vatId: northernIrish }, ['S', 2_000, 'domestic', 'GB']],
  ['Great Britain to the Isle of Man', { from: 'GB', to: place('GB', 'IM1 1AA') }, ['S', 2_000, 'domestic', 'GB']],
  ['Great Britain to the EU', { from: 'GB', to: place('FR'), vatId: french }, ['G', 0, 'export', null]],
  ['Northern Ireland to itself', { from: 'XI', to: place('GB', 'BT48 6AA') }, ['S', 2_000, 'domestic', 'GB']],
  ['Northern Ireland to Great Britain', { from: 'XI', to: place('GB', 'LS1 1UR') }, ['S', 2_000, 'domestic', 'GB']],
  ['Northern Ireland to no country', { from: 'XI' }, ['S', 2_000, 'destinationUnknown', 'GB']],
  ['Northern Ireland to a business in the EU', { from: 'XI', to: place('FR'), vatId: french }, ['K', 0, 'intraCommunity', null]],
  ['Northern Ireland to a consumer in the EU', { from: 'XI', to: place('FI') }, ['S', 2_550, 'consumerElsewhere', 'FI']],
  ['Northern Ireland, its own VAT id', { from: 'XI', to: place('FR'), vatId: northernIrish }, ['S', 2_000, 'vatIdOfSellersState', 'GB']],
  ['Northern Ireland, a British VAT id', { from: 'XI', to: place('FR'), vatId: { id: 'GB980780684', status: 'valid' } }, ['S', 2_000, 'consumerElsewhere', 'FR']],
  ['Northern Ireland to Jersey', { from: 'XI', to: place('GB', 'JE2 3AB') }, ['G', 0, 'export', null]],
  ['the EU to a British VAT id in Northern Ireland', { to: place('GB', 'BT1 1AA'), vatId: { id: 'GB980780684', status: 'valid' } }, ['S', 2_000, 'consumerElsewhere', 'XI']],
  ['the EU to a VAT id of Northern Ireland in Great Britain', { to: place('GB', 'LS1 1UR'), vatId: northernIrish }, ['G', 0, 'export', null]],
  ['Switzerland to Liechtenstein', { from: 'CH', to: place('LI', '9490') }, ['S', 810, 'domestic', 'CH']],
  ['Switzerland to Büsingen', { from: 'CH', to: place('DE', 'D-78266') }, ['S', 810, 'domestic', 'CH']],
])('goods from %s', (_, question, answer) => {
  expect(decided(question)).toEqual(answer)
}) // prettier-ignore

test.each([
  ['GB', 'XI', ['BT1 1AA', 'bt11aa', 'GB-BT1 1AA', 'UK BT48 6AA', 'ＢＴ１　１ＡＡ', 'BT1']],
  ['GB', 'ZZ', ['JE2 3AB', 'GY1 1AA', 'gb je23ab', 'ＪＥ２ ３ＡＢ', 'GX11 1AA', 'STHL 1ZZ']],
  ['GB', 'GB', ['B1 1BT', 'B29 7JE', 'IM1 1AA', 'GU1 1JE', 'G1 1GY', '']],
  ['DE', 'ZZ', ['27498', 'D-27498', 'DE-27498', 'D 27498', '２７４９８', 'D–27498', '27498 Helgoland']],
  ['DE', 'CH', ['78266', 'D-78266', 'D - 78266', 'ＤＥ－７８２６６']],
  ['DE', 'DE', ['78267', 'D-178266', '782660', 'D-10115', '8266']],
  ['ES', 'ZZ', ['35001', 'E-35001', 'ES-38002', 'es 51001', '52 001', 'ESP-35001', 'AD500']],
  ['ES', 'ES', ['28001', 'E-28035', '350', '350011', '']],
  ['FR', 'ZZ', ['97400', 'F-97400', 'FR-97110', 'F 98713', '97490 CEDEX 9', '９７４００']],
  ['FR', 'FR', ['98000', 'F-75008', 'MC-98000', '09740']],
  ['IT', 'ZZ', ['23041', 'I-23041', 'IT 22061', 'I-47890', 'V-00120']],
  ['IT', 'IT', ['I-23030', '23042', '00121']],
  ['FI', 'ZZ', ['22100', 'AX-22100', 'FIN-22100', 'FI 22 100']],
  ['GR', 'ZZ', ['63086', '630 86', 'GR-630 86']],
  ['DK', 'ZZ', ['FO-100', 'DK-3900']],
  ['DK', 'DK', ['1000', '100']],
  ['NO', 'ZZ', ['9170', 'NO-9170']],
  ['CH', 'ZZ', ['7563', 'CH-7563']],
])('a postal code of %s is of the tax area %s as people write it', (country, area, codes) => {
  expect(codes.map((code) => [code, taxStateOf(place(country, code))])).toEqual(codes.map((code) => [code, area]))
})

test('a postal code that several towns had is of a tax area by its town', () => {
  expect(taxStateOf({ country: 'IT', postalCode: 'I-23030', city: 'Livigno (SO)' })).toBe('ZZ')
  expect(taxStateOf({ country: 'IT', postalCode: '23030', city: 'Bianzone' })).toBe('IT')
})

test('a seller is in the tax area of their postal code, or else of their country', () => {
  expect(sellerStateOf({ country: 'GB', postalCode: 'BT1 1AA' })).toBe('XI')
  expect(sellerStateOf({ country: 'GB', postalCode: 'LS1 1UR' })).toBe('GB')
  expect(sellerStateOf({ country: 'MC' })).toBe('FR')
  expect(sellerStateOf({ country: 'ES', postalCode: '38001' })).toBe('ES')
})

test('a decision keeps what it was decided by', () => {
  const decision = decideTax({ from: 'DE', to: place('FR'), vatId: french, rates, day: '2026-11-24' })

  expect(decision).toEqual({
    category: 'K',
    country: 'FR',
    rateBp: 0,
    reason: 'intraCommunity',
    from: 'DE',
    to: 'FR',
    of: null,
    day: '2026-11-24',
    vatId: 'FR40303265045',
    vatIdStatus: 'valid',
  })
})

test('a rate that is missing is an error, not a free sale', () => {
  expect(() => decided({ to: place('PL') })).toThrow('no rate of tax of PL on 2026-11-24')
})

test('there are 27 states of the EU', () => {
  expect(new Set(euStates).size).toBe(27)
  expect(taxStateOf(place('FR', '97400'))).toBe('ZZ')
  expect(taxStateOf(place('FR', '98000'))).toBe('FR')
})
