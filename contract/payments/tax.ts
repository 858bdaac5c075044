import Type, { type Static } from 'typebox'
import { calendarDay, strictObject } from '../basics/fields.ts'
import { toCents, type Cents } from '../basics/money.ts'

/**
 * Categories of tax by UNCL5305, as invoices name them: S standard rate, Z zero rate, K intra-community supply of goods, AE
 * reverse charge (services), G export, E exempt, O outside the scope of tax.
 */
export const taxCategories = ['S', 'Z', 'K', 'AE', 'G', 'E', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** Why a tax was decided as it was; its sentence is in `taxSentences`. */
export const taxReasons = [
  'notCharged',
  'domestic',
  'destinationUnknown',
  'intraCommunity',
  'consumerElsewhere',
  'vatIdOfSellersState',
  'export',
  'calculated',
] as const
export type TaxReason = (typeof taxReasons)[number]

/** The last answer about a VAT id of the right form: `unverified` until the register of its state has answered. */
export const vatIdStatuses = ['valid', 'invalid', 'unverified'] as const
export type VatIdStatus = (typeof vatIdStatuses)[number]

/** Two capital letters by ISO 3166-1; 'XI' is Northern Ireland, which trades goods as a part of the EU. */
const TaxState = Type.String({ pattern: '^[A-Z]{2}$' })
const Cents = Type.Integer({ minimum: 0 })

/** What a provider of tax has calculated for a net amount, in cents; a part of that amount has the same share of the tax. */
export const CalculatedTax = strictObject({ id: Type.String(), netCents: Cents, taxCents: Cents })
export type CalculatedTax = Static<typeof CalculatedTax>

/**
 * The tax of an order as it was decided when it was placed; it never changes. `rateBp` is in hundredths of a percent (1900 is
 * 19 %). With `calculated`, the tax is that of the provider and the rate is only approximate.
 */
export const TaxDecision = strictObject({
  category: Type.Enum([...taxCategories]),
  rateBp: Type.Integer({ minimum: 0 }),
  reason: Type.Enum([...taxReasons]),
  /** The state of the seller, and the state in whose tax area the goods arrive. */
  from: TaxState,
  to: TaxState,
  /** The state whose tax is charged; null where none is. */
  of: Type.Union([TaxState, Type.Null()]),
  /** The day of the rate, by UTC. */
  day: calendarDay(),
  /** ISO 3166-1 alpha-2 of the destination as it was given. */
  country: Type.Optional(TaxState),
  vatId: Type.Optional(Type.String()),
  vatIdStatus: Type.Optional(Type.Enum([...vatIdStatuses])),
  calculated: Type.Optional(CalculatedTax),
})
export type TaxDecision = Static<typeof TaxDecision>

/** Input of the calculation of a tax. */
export type Taxed = Pick<TaxDecision, 'rateBp' | 'calculated'>

/** The fraction of the net amount that is tax. */
const fractionOf = ({ rateBp, calculated }: Taxed): [tax: bigint, net: bigint] =>
  calculated && calculated.netCents > 0 ? [BigInt(calculated.taxCents), BigInt(calculated.netCents)] : [BigInt(rateBp), 10_000n]

/** The tax of a net amount, rounded half up to the cent once. The function `tax_of` of the database does the same. */
export function taxOf(net: Cents, taxed: Taxed): Cents {
  const [tax, of] = fractionOf(taxed)
  return Number((2n * BigInt(net) * tax + of) / (2n * of)) as Cents
}

/**
 * The tax of each of several net amounts that are billed together at one rate. It is calculated on their sum (EN 16931
 * BR-CO-17) and shared by cumulative rounding, so that the shares add up to it, in any order of the amounts.
 */
export function shareTax(nets: Cents[], taxed: Taxed): Cents[] {
  let sum = 0
  let before = 0
  return nets.map((net) => {
    sum += net
    const upTo = taxOf(toCents(sum), taxed)
    const share = upTo - before
    before = upTo
    return toCents(share)
  })
}

/** Amounts of one category and rate are taxed together. */
export const taxedTogether = ({ category, rateBp, calculated }: TaxDecision) => [category, rateBp, calculated?.id ?? ''].join(' ')

/** States of the EU, by the codes of addresses. */
export const euStates = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const
/** Whether a state trades goods as a part of the EU, which Northern Ireland does. */
export const isEuState = (state: string) => state === 'XI' || (euStates as readonly string[]).includes(state)

/** Countries that belong to the tax area of another one. */
const AREA_OF: Record<string, string> = { MC: 'FR', IM: 'GB', LI: 'CH' }

/** Outside every tax area of a state. This code is in no rate table. */
const OUTSIDE = 'ZZ'
/**
 * Places of a state that are in another tax area than the rest of it, by their postal codes: directive 2006/112/EC, article 6, and what is
 * often written as a part of a country that it is none of. 23030 is Livigno's old code and that of other towns, so the town decides.
 */
const AREA_OF_POSTAL_CODE = (
  [
    ['CH', OUTSIDE, '756[23]'],
    ['DE', 'CH', '78266'],
    ['DE', OUTSIDE, '27498'],
    ['DK', OUTSIDE, 'FO\\d{3}|39\\d\\d'],
    ['ES', OUTSIDE, '(?:35|38|51|52)\\d{3}|AD\\d{3}'],
    ['FI', OUTSIDE, '22\\d{3}'],
    ['FR', OUTSIDE, '(?:97\\d|98[4678])\\d\\d|AD\\d{3}'],
    ['GB', 'XI', 'BT\\d+'],
    ['GB', OUTSIDE, '(?:JE|GY|GX)\\d+|(?:ASCN|BBND|BIQQ|FIQQ|PCRN|SIQQ|STHL|TDCU|TKCA)1'],
    ['GR', OUTSIDE, '63086'],
    ['IT', OUTSIDE, '23041|22061|4789\\d|00120|23030[A-Z ]*LIVIGNO'],
    ['NO', OUTSIDE, '917\\d|8099'],
  ] as const
).map(([country, area, codes]) => ({ country, area, codes: new RegExp(`^[A-Z]*(?:${codes})(?!\\d)`) }))

/** An address as far as tax depends on it. */
export type TaxPlace = { country: string; postalCode: string; city?: string | undefined }

/** Capital letters and digits alone; letters and digits of full width as any other. */
const bare = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/**
 * The state in whose tax area a place is. A place outside the area of its state, such as Tenerife, has another code,
 * which is in no rate table: the goods are exported. The postal code may have the letters of its country before it.
 */
export function taxStateOf({ country, postalCode, city = '' }: TaxPlace): string {
  const written = `${bare(postalCode)} ${bare(city)}`
  const special = AREA_OF_POSTAL_CODE.find((one) => one.country === country && one.codes.test(written))
  return special?.area ?? AREA_OF[country] ?? country
}

/** The tax state of a seller; one outside the area of their state counts as in it. */
export function sellerStateOf({ country, postalCode = '' }: { country: string; postalCode?: string | undefined }): string {
  const state = taxStateOf({ country, postalCode })
  return state === OUTSIDE ? country : state
}

/** The state of a VAT id as addresses write it; Greece's begin with EL. */
export const stateOfVatId = (vatId: string) => (vatId.startsWith('EL') ? 'GR' : vatId.slice(0, 2))
/** The letters with which the VAT ids of a state begin. */
export const vatLettersOf = (state: string) => (state === 'GR' ? 'EL' : state)

/** Northern Ireland has the VAT of Great Britain, although it trades goods as a part of the EU. */
const vatOf = (state: string) => (state === 'XI' ? 'GB' : state)

/** A rate of a country from a day on, until the next one begins. */
export type RateFrom = { country: string; from: string; rateBp: number }

/** The rate of a country on a day; undefined where the table has none. */
export function rateOn(rates: readonly RateFrom[], country: string, day: string): number | undefined {
  const begun = rates.filter((rate) => rate.country === vatOf(country) && rate.from <= day)
  return begun.toSorted((a, b) => (a.from < b.from ? 1 : -1))[0]?.rateBp
}

/** Whether tax is decided by a VAT id: one that was never answered could be made up. */
export const countsAsVatId = (status: VatIdStatus, trustsUnverified: boolean) =>
  status === 'valid' || (status === 'unverified' && trustsUnverified)

export type TaxQuestion = {
  /** Tax state of the seller, by `sellerStateOf`. */
  from: string
  /** Where the goods go; undefined for an address that names no country. */
  to: TaxPlace | undefined
  /** The VAT id of a buyer, whose form and check digits are right. */
  vatId?: { id: string; status: VatIdStatus } | undefined
  /** Whether a VAT id counts that the register has never answered. */
  trustsUnverified?: boolean | undefined
  rates: readonly RateFrom[]
  /** The day of the order, YYYY-MM-DD by UTC. */
  day: string
}

/**
 * The tax of goods that a seller who charges VAT sends to a buyer.
 *
 * | goods go | buyer | tax |
 * |---|---|---|
 * | to the seller's state, between Great Britain and Northern Ireland, or to no known country | any | the seller's |
 * | from one EU state to another | verified VAT id of another state than the seller's | none: intra-community supply |
 * | | verified VAT id of the seller's state | the seller's: a business that is not registered elsewhere buys there |
 * | | any other | that of the destination |
 * | elsewhere | any | none: export |
 *
 * @throws RangeError when the table has no rate that is needed.
 */
export function decideTax({ from: seller, to, vatId, trustsUnverified = false, rates, day }: TaxQuestion): TaxDecision {
  const destination = to ? taxStateOf(to) : seller
  const known = {
    from: seller,
    to: destination,
    day,
    ...(to && { country: to.country }),
    ...(vatId && { vatId: vatId.id, vatIdStatus: vatId.status }),
  }
  const charged = (of: string, reason: TaxReason): TaxDecision => {
    const rateBp = rateOn(rates, of, day)
    if (rateBp === undefined) throw new RangeError(`no rate of tax of ${of} on ${day}`)
    return { category: rateBp === 0 ? 'Z' : 'S', rateBp, reason, ...known, of }
  }
  const free = (category: TaxCategory, reason: TaxReason): TaxDecision => ({ category, rateBp: 0, reason, ...known, of: null })

  if (!to) return charged(vatOf(seller), 'destinationUnknown')
  if (vatOf(destination) === vatOf(seller)) return charged(vatOf(seller), 'domestic')
  if (!isEuState(seller) || !isEuState(destination)) return free('G', 'export')
  const buyersState = vatId && countsAsVatId(vatId.status, trustsUnverified) ? stateOfVatId(vatId.id) : undefined
  if (buyersState === undefined || !isEuState(buyersState)) return charged(destination, 'consumerElsewhere')
  return buyersState === seller ? charged(vatOf(seller), 'vatIdOfSellersState') : free('K', 'intraCommunity')
}

/** Sentences about the tax on the papers of an order. Those of the law are from directive 2006/112/EC. */
export const taxSentences: Record<TaxReason, string> = {
  notCharged: 'No tax is charged.',
  domestic: 'The tax of the country in which seller and destination are.',
  destinationUnknown: "The tax of the seller's country: the address names no country.",
  intraCommunity: 'Intra-community supply, exempt under Article 138 of Directive 2006/112/EC. The buyer accounts for the tax.',
  consumerElsewhere: 'The tax of the country to which the goods are sent.',
  vatIdOfSellersState: "The tax of the seller's country, from which the buyer's VAT id is.",
  export: 'Export, exempt under Article 146 of Directive 2006/112/EC.',
  calculated: 'The tax of the destination, as the tax service has calculated it.',
}

/** Tax of an order in answers: dollars and percent. Absent where no tax applies. */
export const OrderTax = Type.Object(
  {
    total: Type.Number({ minimum: 0, description: 'US dollars of tax' }),
    rate: Type.Number({ minimum: 0, description: 'Percent' }),
    category: Type.Enum([...taxCategories], { description: 'By UNCL5305' }),
    reason: Type.Enum([...taxReasons]),
    due: Type.Number({ minimum: 0, description: 'US dollars to pay: `totalPrice`, the freight and the tax' }),
  },
  { description: 'Only where tax applies. `totalPrice` is without tax, which is that of goods and freight' },
)
export type OrderTax = Static<typeof OrderTax>

type Due = { totalPrice: number; freight?: { amount: number } | undefined; tax?: { due: number } | undefined }

/** The amount due for an order, or paid, in dollars. */
export const dueOf = ({ tax, ...net }: Due) => tax?.due ?? netOf(net)

/** The same without tax: the price and the freight. */
export const netOf = ({ totalPrice, freight }: Omit<Due, 'tax'>) =>
  freight ? Math.round((totalPrice + freight.amount) * 100) / 100 : totalPrice

/** '19 %', '25.5 %' */
export function formatRate(percent: number, leastPlaces = 0): string {
  const [, fraction = ''] = String(Number(percent.toFixed(3))).split('.')
  return `${percent.toFixed(Math.max(fraction.length, leastPlaces))} %`
}
