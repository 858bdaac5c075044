import { centsToDollars, toCents, type Cents } from '#contract/basics/money.ts'
import { freightMessages, type FreightChoice, type OrderFreight, type WantedFreight } from '#contract/freight/freight.ts'
import { shareFreight } from '#contract/freight/share-freight.ts'
import type { Queryable } from '#database/connect.ts'
import { invalidField, ShopError } from '../errors.ts'
import { findFreightChoices, readWeights, type Consignment, type FoundChoices, type FreightShop } from './find-choices.ts'

/** What an order keeps of the freight of its consignment: what was decided, and its share in the price, without tax. */
export type FreightOfLine = { freight: OrderFreight; freightCents: Cents }

/**
 * Goods that go to one address, and which freight their buyer wants, or what their order says that it costs; `field` and `countryField`
 * name choice and country in a refusal.
 */
export type WantedConsignment = Consignment & {
  wanted?: WantedFreight | undefined
  stated?: Cents | undefined
  field: string
  countryField: string
}

/**
 * The freight of each line of each consignment, by the method that the buyer wants, else by the cheapest one with a price; empty for lines of
 * a shop without methods.
 * @throws ShopError INVALID_INPUT at the field of the choice: for a method that is not offered any more or does not reach the address, for a
 *   missing account, and where only an offer of the shop can tell the freight; at that of a country, where none is named and the freight depends on it.
 *   ORDER_DIFFERS where no method has the price that is stated.
 */
export async function decideFreight(shop: FreightShop, consignments: WantedConsignment[]): Promise<FreightOfLine[][]> {
  const found = await findFreightChoices(shop, consignments)
  if (!found) return consignments.map(() => [])
  return consignments.map((consignment, index) => {
    const choices = found[index]! // found for each consignment
    const choice = chosenOf(choices, consignment)
    return shareAmong(toCents(choice.cents), consignment.lines, choices.grams, frozen(choice, consignment.wanted?.account))
  })
}

/** The freight of an offer, of which each line has its share. */
export async function shareOfferedFreight(
  db: Queryable,
  { freight, freightCents }: { freight: OrderFreight; freightCents: number },
  lines: Consignment['lines'],
): Promise<FreightOfLine[]> {
  const weightOf = await readWeights(db, lines)
  const grams = lines.map(({ partId }) => weightOf.get(partId)?.grams ?? null)
  return shareAmong(toCents(freightCents), lines, grams, freight)
}

function shareAmong(cents: Cents, lines: Consignment['lines'], grams: (number | null)[], freight: OrderFreight): FreightOfLine[] {
  const carried = lines.map(({ pieces, totalCents }, index) => ({ pieces, totalCents, grams: grams[index]! })) // one for each line
  return shareFreight(cents, carried).map((freightCents) => ({ freight, freightCents }))
}

type Priced = FreightChoice & { cents: number }

/** Of a refusal, which people read in their procurement system. */
const NAMED_CHOICES = 3

function chosenOf(found: FoundChoices, consignment: WantedConsignment): Priced {
  const { choices, needsCountry } = found
  const { wanted, stated, field, countryField, lines } = consignment
  if (stated !== undefined) return statedOf(found, stated, goodsOf(lines))
  const choice = wanted ? choices.find(({ methodId }) => methodId === wanted.method) : cheapestOf(choices)
  if (!choice && needsCountry) throw invalidField(countryField, freightMessages.countryNeeded)
  if (wanted && !choice) throw invalidField(field, freightMessages.methodEnded)
  const isCollected = choices.some(({ kind }) => kind === 'collected')
  if (!choice) throw invalidField(field, isCollected ? freightMessages.choose : freightMessages.askForOffer)
  const { kind, cents } = choice
  if (kind === 'asked' || cents === null) throw invalidField(field, freightMessages.askForOffer)
  if (kind === 'collected' && !wanted?.account?.trim()) throw invalidField(`${field}.account`, freightMessages.accountRequired)
  return { ...choice, cents }
}

/** What costs nothing but its price, the cheapest first: choices are sorted by it. */
const pricedOf = (choices: FreightChoice[]) =>
  choices.flatMap((choice): Priced[] =>
    choice.cents !== null && (choice.kind === 'priced' || choice.kind === 'free') ? [{ ...choice, cents: choice.cents }] : [],
  )
const cheapestOf = (choices: FreightChoice[]) => pricedOf(choices)[0]

const goodsOf = (lines: Consignment['lines']) => lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
const dollarsOf = (cents: number) => centsToDollars(toCents(cents))

/** @throws ShopError ORDER_DIFFERS with the sums that methods have for these goods. */
function statedOf({ choices, needsCountry }: FoundChoices, stated: Cents, goods: number): Priced {
  const priced = pricedOf(choices)
  const choice = priced.find(({ cents }) => cents === stated)
  if (choice) return choice
  if (priced.length === 0) {
    throw new ShopError('ORDER_DIFFERS', { message: needsCountry ? freightMessages.countryNeeded : freightMessages.askForOffer })
  }
  const sums = priced
    .slice(0, NAMED_CHOICES)
    .map(({ cents, name }) => `${dollarsOf(goods + cents)} USD by ${name}, with ${dollarsOf(cents)} USD in Shipping`)
  throw new ShopError('ORDER_DIFFERS', { message: freightMessages.statedOtherwise(dollarsOf(goods + stated), sums) })
}

const frozen = ({ methodId, name, carrier, kind, incoterm }: FreightChoice, account = ''): OrderFreight => ({
  methodId,
  name,
  carrier,
  incoterm,
  ...(kind === 'collected' && { account: account.trim() }),
})
