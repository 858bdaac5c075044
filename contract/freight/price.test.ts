import { expect, test } from 'vitest'
import { toCents } from '../basics/money.ts'
import type { FreightMethodFields } from './methods.ts'
import { byPriceThenDay, methodProblems, priceDeliveries, priceFreight, reaches, weigh, type Reached, type TermsOfShop } from './price.ts'

const method = (given: Partial<FreightMethodFields>): FreightMethodFields => ({
  name: 'Groupage',
  carrier: 'dhl',
  reach: 'everywhere',
  pricing: 'fixed',
  price: 45,
  incoterm: 'DAP',
  place: '',
  transitDays: 2,
  position: 0,
  active: true,
  ...given,
})

const steps: Partial<FreightMethodFields> = {
  pricing: 'weight',
  weightSteps: [
    { upToKg: 5, price: 9.9 },
    { upToKg: 31.5, price: 18 },
  ],
}
const furtherKg = { ...steps, furtherKg: 0.55 }
const values: Partial<FreightMethodFields> = {
  pricing: 'value',
  valueSteps: [
    { from: 0, price: 50 },
    { from: 1000, price: 20 },
    { from: 5000, price: 0 },
  ],
}
const pallets: Partial<FreightMethodFields> = { pricing: 'pallet', kgPerPallet: 400, price: 89.5 }

/** Dollars of goods, kg of the consignment (null: a weight is missing), and the price: dollars, or the kind without one. */
type PriceCase = [says: string, given: Partial<FreightMethodFields>, goods: number, kg: number | null, price: number | string]

const prices: PriceCase[] = [
  ['a fixed price', {}, 1_000, 10, 45],
  ['a fixed price does not need the weight', {}, 1_000, null, 45],
  ['a fixed price of nothing is free', { price: 0 }, 1_000, 10, 'free'],
  ['a fixed price holds for goods that cost nothing', {}, 0, 1, 45],
  ['a cent below the value from which it is free', { freeFrom: 500 }, 499.99, 10, 45],
  ['at the value from which it is free', { freeFrom: 500 }, 500, 10, 'free'],
  ['above the value from which it is free', { freeFrom: 500 }, 500.01, 10, 'free'],
  ['free from a value on, also where a weight is missing', { ...pallets, freeFrom: 500 }, 500, null, 'free'],
  ['nothing is free from null on', { freeFrom: null }, 1e9, 10, 45],
  ['the first step of weight', steps, 100, 1, 9.9],
  ['a step holds up to its own weight', steps, 100, 5, 9.9],
  ['a milligram more is the next step', steps, 100, 5.000001, 18],
  ['the last step holds up to its own weight', steps, 100, 31.5, 18],
  ['beyond the steps the shop is asked', steps, 100, 31.500001, 'asked'],
  ['a further kg is paid once it is begun', furtherKg, 100, 31.500001, 18.55],
  ['a whole further kg is one', furtherKg, 100, 32.5, 18.55],
  ['a second kg begun', furtherKg, 100, 32.500001, 19.1],
  ['a thousand further kg', furtherKg, 100, 1_031.5, 568],
  ['further kg without steps count from 0', { pricing: 'weight', furtherKg: 2 }, 100, 3.2, 8],
  ['no weight at all is in the first step', steps, 100, 0, 9.9],
  ['by weight with a weight missing', steps, 100, null, 'asked'],
  ['the first step of value', values, 0, 1, 50],
  ['a cent below the next step of value', values, 999.99, 1, 50],
  ['at the next step of value', values, 1_000, 1, 20],
  ['a step of value at nothing is free', values, 5_000, 1, 'free'],
  ['by value, a weight may be missing', values, 1_200, null, 20],
  ['a percentage', { pricing: 'percent', percent: 2.5 }, 1_000, 1, 25],
  ['half a cent is rounded up', { pricing: 'percent', percent: 0.5 }, 1, 1, 0.01],
  ['less than half a cent is nothing', { pricing: 'percent', percent: 0.49 }, 1, 1, 'free'],
  ['a percentage of an amount that binary numbers cannot hold', { pricing: 'percent', percent: 1.1 }, 49_199.95, 1, 541.2],
  ['a percentage of ten billion dollars, exactly', { pricing: 'percent', percent: 0.07 }, 9_999_999_999.99, 1, 7_000_000],
  ['one pallet for a gram', pallets, 100, 0.001, 89.5],
  ['a full pallet', pallets, 100, 400, 89.5],
  ['a second pallet begun', pallets, 100, 400.000001, 179],
  ['seventy-five pallets', pallets, 100, 30_000, 6_712.5],
  ['no pallet for no weight', pallets, 100, 0, 'free'],
  ['by pallet with a weight missing', pallets, 100, null, 'asked'],
  ['collected by the carrier of the buyer', { pricing: 'collected', incoterm: 'FCA' }, 100, null, 'collected'],
  ['what the shop tells', { pricing: 'asked', freeFrom: 1 }, 100, 10, 'asked'],
  ['more than any freight costs', { pricing: 'weight', furtherKg: 1_000_000 }, 100, 1e9, 'asked'],
]

test.each(prices)('freight: %s', (_, given, goods, kg, price) => {
  const weight = kg === null ? null : BigInt(Math.round(kg * 1e6))

  const found = priceFreight(method(given), { goods: toCents(Math.round(goods * 100)), weight, missing: kg === null ? ['KIT-123'] : [] })

  expect(found.kind === 'priced' ? (found.cents ?? 0) / 100 : found.kind).toBe(price)
})

test('a missing weight is named where it matters, and nowhere else', () => {
  const goods = { goods: toCents(10_000), weight: null, missing: ['KIT-123'] }

  expect(priceFreight(method(pallets), goods).missing).toEqual(['KIT-123'])
  expect(priceFreight(method({ pricing: 'fixed' }), goods).missing).toEqual([])
  expect(priceFreight(method({ pricing: 'asked' }), goods).missing).toEqual([])
})

test('goods weigh their pieces and their packing, up to the next milligram, with no loss in large numbers', () => {
  const heavy = { partNumber: 'A', pieces: 1_000_000_000, grams: 100_000_000 }

  expect(weigh([{ partNumber: 'A', pieces: 3, grams: 0.001 }], 10)).toEqual({ weight: 4n, missing: [] })
  expect(weigh([{ partNumber: 'A', pieces: 1_000, grams: 185.5 }], 0).weight).toBe(185_500_000n)
  expect(weigh([heavy, heavy], 2.5).weight).toBe(205_000_000_000_000_000_000n)
  expect(weigh([], 10)).toEqual({ weight: 0n, missing: [] })
  expect(weigh([{ partNumber: 'B', pieces: 1, grams: null }, heavy, { partNumber: 'B', pieces: 2, grams: null }], 5)).toEqual({
    weight: null,
    missing: ['B'],
  })
})

const germanNorth: Partial<FreightMethodFields> = {
  reach: 'postalCodes',
  countries: ['DE'],
  postalCodes: [
    { from: '20', to: '22' },
    { from: '24837', to: '24999' },
  ],
}
const london: Partial<FreightMethodFields> = { reach: 'postalCodes', countries: ['GB'], postalCodes: [{ from: 'EC1', to: 'EC4' }] }

const addresses: [says: string, given: Partial<FreightMethodFields>, to: Reached | undefined, reached: boolean][] = [
  ['everywhere', {}, { country: 'JP' }, true],
  ['everywhere, also without a country', {}, undefined, true],
  ['one of the countries', { reach: 'countries', countries: ['DE', 'AT'] }, { country: 'AT' }, true],
  ['another country', { reach: 'countries', countries: ['DE', 'AT'] }, { country: 'CH' }, false],
  ['countries, and none is said', { reach: 'countries', countries: ['DE'] }, undefined, false],
  ['the beginning of a postal code', germanNorth, { country: 'DE', postalCode: '20457' }, true],
  ['the last postal code of a beginning', germanNorth, { country: 'DE', postalCode: '22999' }, true],
  ['the postal code behind it', germanNorth, { country: 'DE', postalCode: '23000' }, false],
  ['letters of the country before the digits', germanNorth, { country: 'DE', postalCode: 'D-20457' }, true],
  ['blanks in a postal code', germanNorth, { country: 'DE', postalCode: ' 24 837 ' }, true],
  ['the same digits in another country', germanNorth, { country: 'FR', postalCode: '20457' }, false],
  ['no postal code', germanNorth, { country: 'DE', postalCode: '' }, false],
  ['letters in a postal code', london, { country: 'GB', postalCode: 'ec2a 4bx' }, true],
  ['other letters in a postal code', london, { country: 'GB', postalCode: 'SW1A 1AA' }, false],
]

test.each(addresses)('a method reaches %s', (_, given, to, reached) => {
  expect(reaches(method(given), to)).toBe(reached)
})

test('choices stand by price, then by day; collected ones and those that are asked for come last', () => {
  const choice = (kind: 'priced' | 'free' | 'collected' | 'asked', cents: number | null, transitDays: number | null) => ({
    kind,
    cents,
    transitDays,
  })
  const choices = [
    choice('asked', null, 1),
    choice('collected', 0, 1),
    choice('priced', 900, 3),
    choice('priced', 900, 1),
    choice('free', 0, 9),
    choice('priced', 900, null),
  ]

  expect(choices.toSorted(byPriceThenDay)).toEqual([choices[4], choices[3], choices[2], choices[5], choices[1], choices[0]])
})

const berlin: TermsOfShop = { seller: { country: 'DE', postalCode: '10115' }, tax: { charges: 'vat' } }
const problems: [says: string, given: Partial<FreightMethodFields>, shop: TermsOfShop, field: string | undefined][] = [
  ['a fixed price', {}, {}, undefined],
  ['no fixed price', { price: null }, {}, 'price'],
  ['no countries', { reach: 'countries', countries: [] }, {}, 'countries'],
  ['postal codes of two countries', { ...germanNorth, countries: ['DE', 'AT'] }, {}, 'countries'],
  ['no postal codes', { ...germanNorth, postalCodes: [] }, {}, 'postalCodes'],
  ['signs that are no postal code', { ...germanNorth, postalCodes: [{ from: '--', to: '..' }] }, {}, 'postalCodes.0.from'],
  ['bounds of two lengths', { ...germanNorth, postalCodes: [{ from: '20', to: '22999' }] }, {}, 'postalCodes.0.from'],
  ['a range that ends before it begins', { ...germanNorth, postalCodes: [{ from: '22', to: '20' }] }, {}, 'postalCodes.0.from'],
  [
    'ranges that overlap by their beginning',
    {
      ...germanNorth,
      postalCodes: [
        { from: '20', to: '22' },
        { from: '21000', to: '21999' },
      ],
    },
    {},
    'postalCodes.1.from',
  ],
  ['ranges side by side', germanNorth, {}, undefined],
  ['no steps of weight', { pricing: 'weight', weightSteps: [] }, {}, 'weightSteps'],
  ['a price for each kg alone', { pricing: 'weight', furtherKg: 1 }, {}, undefined],
  ['a step of no weight', { pricing: 'weight', weightSteps: [{ upToKg: 0, price: 1 }] }, {}, 'weightSteps.0.upToKg'],
  ['a step finer than a gram', { pricing: 'weight', weightSteps: [{ upToKg: 1.0005, price: 1 }] }, {}, 'weightSteps.0.upToKg'],
  ['steps that do not rise', { ...steps, weightSteps: [...steps.weightSteps!, { upToKg: 31.5, price: 20 }] }, {}, 'weightSteps.2.upToKg'],
  ['no steps of value', { pricing: 'value' }, {}, 'valueSteps'],
  ['a first step above 0', { pricing: 'value', valueSteps: [{ from: 10, price: 1 }] }, {}, 'valueSteps.0.from'],
  ['steps of value that fall', { ...values, valueSteps: [...values.valueSteps!, { from: 2_000, price: 1 }] }, {}, 'valueSteps.3.from'],
  ['a step within a cent', { ...values, valueSteps: [...values.valueSteps!, { from: 9_000.005, price: 1 }] }, {}, 'valueSteps.3.from'],
  ['no percentage', { pricing: 'percent', percent: 0 }, {}, 'percent'],
  ['no weight of a pallet', { ...pallets, kgPerPallet: null }, {}, 'kgPerPallet'],
  ['no price of a pallet', { ...pallets, price: null }, {}, 'price'],
  ['collected under DAP', { pricing: 'collected' }, {}, 'incoterm'],
  ['FCA without its place', { pricing: 'collected', incoterm: 'FCA', place: ' ' }, {}, 'place'],
  ['FCA with its place', { pricing: 'collected', incoterm: 'FCA', place: 'Bonn' }, {}, undefined],
  ['CPT without its place', { incoterm: 'CPT' }, {}, 'place'],
  ['DAP at the address of the buyer', { incoterm: 'DAP' }, berlin, undefined],
  ['DDP everywhere', { incoterm: 'DDP' }, berlin, 'incoterm'],
  ['DDP to Switzerland', { incoterm: 'DDP', reach: 'countries', countries: ['DE', 'CH'] }, berlin, 'incoterm'],
  ['DDP within the EU', { incoterm: 'DDP', reach: 'countries', countries: ['DE', 'FR'] }, berlin, undefined],
  ['DDP from an unknown seller', { incoterm: 'DDP', reach: 'countries', countries: ['DE'] }, {}, 'incoterm'],
  ['DDP where the tax of each country is charged', { incoterm: 'DDP' }, { ...berlin, tax: { charges: 'stripe' } }, undefined],
]

test.each(problems)('a method with %s is looked at before it is offered', (_, given, shop, field) => {
  expect(methodProblems(method(given), shop)[0]?.field).toBe(field)
})

test('DDP says to which countries the shop would owe duty and tax', () => {
  const duty = (countries: FreightMethodFields['countries']) =>
    methodProblems(method({ incoterm: 'DDP', reach: 'countries', countries }), berlin)[0]?.message

  expect(duty(['CH', 'FR'])).toContain('goods that go to Switzerland. Choose DAP')
  expect(duty(['CH', 'NO', 'JP', 'CA'])).toContain('Switzerland, Norway, Japan, other countries.')
})

test('what leaves on three days is carried three times: three pallets that are not full, or asked where one of them is', () => {
  const byPallet = method({ pricing: 'pallet', kgPerPallet: 600, price: 80 })
  const third = { goods: toCents(10_000), weight: 500_000_000n, missing: [] }
  const unweighed = { goods: toCents(10_000), weight: null, missing: ['A-1'] }

  expect(priceDeliveries(byPallet, [third, third, third])).toEqual({ kind: 'priced', cents: 24_000, missing: [] })
  expect(priceDeliveries(byPallet, [third, unweighed, unweighed])).toEqual({ kind: 'asked', cents: null, missing: ['A-1'] })
  expect(priceDeliveries(method({ freeFrom: 100 }), [third, third])).toEqual({ kind: 'free', cents: 0, missing: [] })
  expect(priceDeliveries(method({ pricing: 'collected' }), [third, third])).toMatchObject({ kind: 'collected', cents: 0 })
})
