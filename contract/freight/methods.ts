import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { countryCodes } from '../basics/countries.ts'
import { Id, IdParams, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_ORDERED_LINES, MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { carrierIds } from '../orders/carriers.ts'
import { CountryOfText } from '../orders/ship-to.ts'
import { freightKinds, incotermCodes } from './freight.ts'

/** Methods that are not ended, of one shop. */
export const MAXIMUM_METHODS = 100
export const MAXIMUM_STEPS = 30
export const MAXIMUM_POSTAL_RANGES = 50
export const MAXIMUM_TRANSIT_DAYS = 120

export const methodMessages = {
  nameMissing: 'Name the method, as buyers see it.',
  carrierMissing: 'Choose a carrier.',
  countriesMissing: 'Choose at least one country.',
  oneCountry: 'Choose the one country whose postal codes these are.',
  rangesMissing: 'Enter at least one range of postal codes, such as 20000 to 22999.',
  rangeInvalid: 'Enter the first and the last postal code: letters and digits, both of the same length.',
  rangeReversed: 'The first postal code of a range comes before the last one.',
  rangesOverlap: 'This range overlaps one above it.',
  stepsMissing: 'Enter at least one step.',
  weightStep: 'Enter a weight above 0 in kg, with at most three decimal places.',
  valueStep: 'Enter dollars and cents from 0 on.',
  stepsUnsorted: 'Each step begins above the one before it.',
  firstValueStep: 'The first step begins at 0, so that each value has a price.',
  priceInvalid: 'Enter dollars and cents, from 0 to 1,000,000.',
  priceMissing: 'Enter a price.',
  percentInvalid: 'Enter a percentage above 0, up to 100, with at most two decimal places.',
  palletWeight: 'Enter how many kg go on a pallet, from 1 to 10,000.',
  freeFromInvalid: 'Enter dollars and cents above 0, or nothing.',
  transitInvalid: `Enter working days, 0 to ${MAXIMUM_TRANSIT_DAYS}.`,
  positionInvalid: 'Enter a whole number from 0 to 999.',
  placeMissing: (code: string) => `Name the place of ${code}, such as Hamburg.`,
  collectedTerm: "The buyer's carrier collects the goods under EXW or FCA.",
  dutyUnknown: "DDP promises that the shop pays import duty and tax. Name the seller's country in the settings first.",
  dutyNotCharged: (countries: string) =>
    `DDP promises that the shop pays import duty and tax, but its settings charge none for goods that go to ${countries}. Choose DAP, or narrow the countries.`,
  partUnknown: 'This part is not sold.',
  tooMuch: 'This is more than the shop can bill.',
  linesMissing: 'Send lines, or the quote whose freight is asked for.',
  tooMany: `The shop has ${MAXIMUM_METHODS} methods, which is the most. End one first.`,
} as const

/** Where a method delivers to: everywhere, to some countries, or to ranges of postal codes of one country. */
export const reachKinds = ['everywhere', 'countries', 'postalCodes'] as const
/**
 * How a method is priced.
 * - `weight`: by steps of the gross weight, and for each further kg begun; beyond the steps the shop is asked
 * - `value`: by steps of the value of the goods; `percent`: a part of it
 * - `pallet`: for each pallet begun
 * - `fixed`: one price for each consignment
 * - `collected`: by the buyer's carrier, for the buyer's account
 * - `asked`: the shop tells the price by an offer
 */
export const pricingKinds = ['weight', 'value', 'percent', 'pallet', 'fixed', 'collected', 'asked'] as const
export type PricingKind = (typeof pricingKinds)[number]

const MAXIMUM_PRICE = 1_000_000
const Price = Type.Number({ minimum: 0, maximum: MAXIMUM_PRICE, multipleOf: 0.01, [MESSAGE]: methodMessages.priceInvalid })
const OptionalPrice = Type.Optional(nullable(Price))

/** Fields of a method. Those that its reach and pricing do not use are ignored. Prices in US dollars without tax, for one consignment. */
export const FreightMethodFields = strictObject({
  name: requiredText(80, methodMessages.nameMissing),
  carrier: Type.Enum(carrierIds, { [MESSAGE]: methodMessages.carrierMissing }),
  reach: Type.Enum([...reachKinds]),
  countries: Type.Optional(
    Type.Array(Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired }), {
      maxItems: countryCodes.length,
      uniqueItems: true,
      description: 'ISO 3166-1 alpha-2; with `postalCodes` the one country of the ranges',
    }),
  ),
  postalCodes: Type.Optional(
    Type.Array(strictObject({ from: text(TEXT_LIMITS.postalCode), to: text(TEXT_LIMITS.postalCode) }), {
      maxItems: MAXIMUM_POSTAL_RANGES,
      description: 'First and last postal code, or how these begin: 20 to 22 is each code that begins with 20, 21 or 22',
    }),
  ),
  pricing: Type.Enum([...pricingKinds]),
  weightSteps: Type.Optional(
    Type.Array(strictObject({ upToKg: Type.Number({ minimum: 0, maximum: 1e9, [MESSAGE]: methodMessages.weightStep }), price: Price }), {
      maxItems: MAXIMUM_STEPS,
      description: 'Gross weight in kg up to which the price holds, rising',
    }),
  ),
  furtherKg: OptionalPrice,
  valueSteps: Type.Optional(
    Type.Array(strictObject({ from: Type.Number({ minimum: 0, maximum: 1e12, [MESSAGE]: methodMessages.valueStep }), price: Price }), {
      maxItems: MAXIMUM_STEPS,
      description: 'Value of the goods in dollars from which the price holds, rising from 0',
    }),
  ),
  percent: Type.Optional(nullable(Type.Number({ maximum: 100, multipleOf: 0.01, [MESSAGE]: methodMessages.percentInvalid }))),
  kgPerPallet: Type.Optional(nullable(Type.Number({ minimum: 1, maximum: 10_000, [MESSAGE]: methodMessages.palletWeight }))),
  price: Type.Optional(
    nullable(
      Type.Number({
        minimum: 0,
        maximum: MAXIMUM_PRICE,
        multipleOf: 0.01,
        [MESSAGE]: methodMessages.priceInvalid,
        description: 'Of a pallet, or the fixed one',
      }),
    ),
  ),
  freeFrom: Type.Optional(
    nullable(
      Type.Number({
        minimum: 0.01,
        maximum: 1e12,
        multipleOf: 0.01,
        [MESSAGE]: methodMessages.freeFromInvalid,
        description: 'Value of the goods in dollars from which the method is free',
      }),
    ),
  ),
  incoterm: Type.Enum(incotermCodes),
  place: text(100, { description: "The named place; empty under a D term is the buyer's address" }),
  transitDays: Type.Integer({
    minimum: 0,
    maximum: MAXIMUM_TRANSIT_DAYS,
    [MESSAGE]: methodMessages.transitInvalid,
    description: 'Working days on the way',
  }),
  position: Type.Integer({
    minimum: 0,
    maximum: 999,
    [MESSAGE]: methodMessages.positionInvalid,
    description: 'Order of methods that cost the same',
  }),
  active: Type.Boolean({ description: 'Whether buyers can choose it' }),
})
export type FreightMethodFields = Static<typeof FreightMethodFields>
/** Where a method reaches, and what it costs. */
export type FreightRules = Pick<
  FreightMethodFields,
  | 'reach'
  | 'countries'
  | 'postalCodes'
  | 'pricing'
  | 'weightSteps'
  | 'furtherKg'
  | 'valueSteps'
  | 'percent'
  | 'kgPerPallet'
  | 'price'
  | 'freeFrom'
>

/** A method as the shop's people see it; `version` counts its changes. */
export const FreightMethod = Type.Object({
  _id: Id,
  version: Type.Integer(),
  ...FreightMethodFields.properties,
  problem: nullable(Type.String({ description: 'What is wrong with it by the settings of now, such as DDP where no tax is charged' })),
})
export type FreightMethod = Static<typeof FreightMethod>

export const FreightTable = Type.Object({
  methods: Type.Array(FreightMethod),
  packingPercent: Type.Number({ description: 'What packing adds to the weight of the goods, from the settings' }),
  partsWithoutWeight: Type.Integer({ description: 'Parts on sale whose weight is missing' }),
})
export type FreightTable = Static<typeof FreightTable>

const seen = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'The version that was changed (409 FREIGHT_CHANGED for an older one)',
})

/** An address, as far as freight depends on it. */
const Place = strictObject({
  country: Type.Enum(countryCodes, { [MESSAGE]: messages.countryRequired }),
  postalCode: text(TEXT_LIMITS.postalCode),
  city: Type.Optional(text(TEXT_LIMITS.city)),
  state: Type.Optional(text(TEXT_LIMITS.state)),
  street: Type.Optional(text(TEXT_LIMITS.street)),
})

/** Lines, or a version of one of the caller's quotes, with the address that they go to: in fields or as one text. */
export const FreightQuestion = strictObject({
  lines: Type.Optional(
    Type.Array(
      strictObject({
        partsId: Id,
        quantity: Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole }),
        total: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1e13, description: "US dollars without tax; at today's price where nothing is said" }),
        ),
      }),
      { minItems: 1, maxItems: MAXIMUM_ORDERED_LINES },
    ),
  ),
  quote: Type.Optional(strictObject({ id: Id, version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) })),
  shipTo: Type.Optional(Place),
  address: Type.Optional(text(TEXT_LIMITS.address, { description: 'An address that is one text, in place of `shipTo`' })),
  country: Type.Optional(CountryOfText),
  elsewhere: Type.Optional(
    Type.Array(strictObject({ row: Type.Integer({ minimum: 1, maximum: MAXIMUM_ORDERED_LINES }), shipTo: Place }), {
      maxItems: MAXIMUM_ORDERED_LINES,
      description: 'Lines that go to another address; rows count from 1',
    }),
  ),
})
export type FreightQuestion = Static<typeof FreightQuestion>

/** A choice in an answer, with the days. */
const AnsweredChoice = Type.Object({
  method: Id,
  name: Type.String(),
  carrier: nullable(Type.String()),
  kind: Type.Enum([...freightKinds]),
  price: nullable(Type.Number({ description: 'US dollars without tax; null where the shop tells it by an offer' })),
  total: nullable(Type.Number({ description: 'US dollars of goods and freight without tax' })),
  incoterm: Type.Object({ code: Type.Enum(incotermCodes), place: Type.String() }),
  incotermText: Type.String({ description: 'What the term means, in plain words' }),
  ships: Type.String({ format: 'date', description: 'Day on which the goods leave if they are ordered now' }),
  arrives: nullable(Type.String({ format: 'date' })),
  missing: Type.Array(Type.String(), { description: 'Numbers of parts whose weight is missing' }),
})
export type AnsweredChoice = Static<typeof AnsweredChoice>

export const FreightChoices = Type.Object({
  offered: Type.Boolean({ description: 'Whether the shop has methods; without any, freight is no matter' }),
  consignments: Type.Array(
    Type.Object({
      rows: Type.Array(Type.Integer(), { description: 'Lines that go to this address, from 1' }),
      goods: Type.Number({ description: 'US dollars without tax' }),
      grossKg: nullable(Type.Number({ description: 'With packing; null where a weight is missing' })),
      choices: Type.Array(AnsweredChoice, { description: 'The cheapest first; collected ones and those that are asked for last' }),
    }),
  ),
})
export type FreightChoices = Static<typeof FreightChoices>

export const freightCalls = defineCalls('Freight', 'methods', {
  methods: {
    method: 'GET',
    path: '/freight-methods',
    policy: 'admin',
    permissions: ['settings'],
    summary: "The shop's freight methods, in their order",
    response: FreightTable,
  },
  addMethod: {
    method: 'POST',
    path: '/freight-methods',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Add a method; buyers choose from it at once if it is active',
    body: FreightMethodFields,
    response: FreightMethod,
  },
  changeMethod: {
    method: 'PUT',
    path: '/freight-methods/:id',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Change a method; orders keep what they were placed with',
    params: IdParams,
    body: strictObject({ ...FreightMethodFields.properties, seen }),
    response: FreightMethod,
  },
  choices: {
    method: 'POST',
    path: '/freight/choices',
    policy: 'session',
    scopes: ['quotes:read', 'orders:write'],
    summary: 'What freight of lines or of a saved quote would cost by each method that reaches the address; nothing is saved',
    mayRepeat: true,
    body: FreightQuestion,
    response: FreightChoices,
  },
  endMethod: {
    method: 'DELETE',
    path: '/freight-methods/:id',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'End a method for good; orders keep it',
    params: IdParams,
    response: Type.Object({ endedCount: Type.Integer() }),
  },
})
