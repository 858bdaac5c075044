import { and, eq, getTableColumns } from 'drizzle-orm'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import { centsToDollars, toCents, type Cents } from '#contract/basics/money.ts'
import type { QuoteOrder } from '#contract/quotes/quotes.ts'
import { freightMessages, type OrderFreight, type WantedFreight } from '#contract/freight/freight.ts'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { Queryable } from '#database/connect.ts'
import { quoteLines, quotes, quoteVersions } from '#database/tables/quotes.ts'
import { invalidField, ShopError } from '../errors.ts'
import { decideFreight, shareOfferedFreight, type FreightOfLine, type WantedConsignment } from '../freight/decide-freight.ts'
import type { Consignment } from '../freight/find-choices.ts'
import { placeKey } from '../freight/place-key.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { linesOfReleases, orderKey } from './lines-of-releases.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { decideTaxes } from '../taxes/decide-taxes.ts'
import { placeOfAddress } from '../taxes/place-of-address.ts'
import type { Destination } from '../taxes/tax-services.ts'

/** The freight that a purchase order contains: of all lines, and of each where it says so. */
export type StatedFreight = { cents: Cents; ofRows: ReadonlyMap<number, Cents> | null }

/** What is decided of a line by where it goes. */
export type DecidedLine = Partial<FreightOfLine> & { key: string; tax: TaxDecision | null }

/**
 * The lines of a version of the caller's quote as they become orders, with the freight of an offer; none of somebody else's. They never
 * change. At least one too many, where more are asked for than are ordered together.
 */
export async function readQuoteLines(db: Queryable, { userId }: Caller, quoteId: string, version: number) {
  const lines = await db
    .select({
      ...getTableColumns(quoteLines),
      freight: quoteVersions.freight,
      freightCents: quoteVersions.freightCents,
      offeredBy: quoteVersions.offeredBy,
    })
    .from(quoteLines)
    .innerJoin(quotes, eq(quotes.id, quoteLines.quoteId))
    .innerJoin(quoteVersions, and(eq(quoteVersions.quoteId, quoteLines.quoteId), eq(quoteVersions.version, quoteLines.version)))
    .where(and(eq(quoteLines.quoteId, quoteId), eq(quoteLines.version, version), eq(quotes.userId, userId)))
    .orderBy(quoteLines.row)
    .limit(MAXIMUM_ORDERED_LINES + 1)
  return linesOfReleases(lines)
}

export type ReadLine = Awaited<ReturnType<typeof readQuoteLines>>[number]

/**
 * Freight and tax of each line, by its address; none where the shop charges none. Decided before the transaction, since an external service
 * may calculate the tax. Where the freight is stated, no other one is charged.
 * @throws ShopError ORDER_DIFFERS with both sums where it is stated otherwise, and as `freightOfLines`.
 */
export async function decideQuoteLines(
  services: Services,
  { userId }: Caller,
  lines: ReadLine[],
  request: QuoteOrder,
  stated: StatedFreight | undefined,
): Promise<DecidedLine[]> {
  const { offersFreight } = await applySettings(services)
  const usual = placeOfAddress(request)
  const elsewhere = new Map(request.lines?.map((line) => [line.row, line]))
  // Lines without a part are refused in the transaction.
  const sent = lines.flatMap((line) => {
    const { row, partId, quantity: pieces, totalCents, freight, freightCents, releasedOn } = line
    if (partId === null || pieces === null || totalCents === null) return []
    const { shipTo, freight: wanted } = elsewhere.get(row) ?? {}
    const offered = freight && freightCents !== null ? { freight, freightCents } : undefined
    const goods = { partId, pieces, totalCents: toCents(totalCents), day: releasedOn ?? undefined }
    return [{ key: orderKey(line), row, ...goods, to: shipTo ?? usual, isElsewhere: shipTo !== undefined, wanted, offered }]
  })
  // An offer says all that it costs: one that names no freight has none.
  const isFreightOpen = offersFreight && lines.every(({ offeredBy }) => offeredBy === null)
  const freights = await freightOfLines(services, sent, request, isFreightOpen, stated)
  if (stated) requireStated(sent, freights, stated)
  const amounts = sent.map(({ key, totalCents, to }) => ({ netCents: toCents(totalCents + (freights.get(key)?.freightCents ?? 0)), to }))
  const decisions = await decideTaxes(services, { userId }, amounts, { countryField: 'country' })
  return sent.map(({ key }, index) => ({ key, tax: decisions[index] ?? null, ...freights.get(key) }))
}

type SentLine = Consignment['lines'][number] & {
  key: string
  row: number
  to: Destination | undefined
  isElsewhere: boolean
  wanted: WantedFreight | undefined
  offered: { freight: OrderFreight; freightCents: number } | undefined
}

/**
 * Goods that go to one address are one consignment. The freight of an offer is that of all its lines.
 * @param isOpen nobody has said the freight yet, and the shop has methods.
 * @throws ShopError INVALID_INPUT at `lines` for an offer with freight whose lines go to several addresses, and as `decideFreight`.
 */
async function freightOfLines(
  shop: Services,
  lines: SentLine[],
  { freight }: QuoteOrder,
  isOpen: boolean,
  stated: StatedFreight | undefined,
): Promise<Map<string, FreightOfLine>> {
  const together = [...Map.groupBy(lines, ({ to }) => placeKey(to)).values()]
  const offered = lines[0]?.offered
  if (offered) {
    if (together.length > 1) throw invalidField('lines', freightMessages.offeredToOne)
    const shares = await shareOfferedFreight(shop.db, offered, lines)
    return new Map(lines.map(({ key }, index) => [key, shares[index]!])) // a share for each line
  }
  if (!isOpen) return new Map()
  const consignments = together.map((sent) => ({ ...wantedOf(sent, freight), stated: statedOf(sent, stated, together.length) }))
  const shares = await decideFreight(shop, consignments)
  return new Map(together.flatMap((sent, index) => sent.flatMap(({ key }, at) => (shares[index]![at] ? [[key, shares[index]![at]]] : []))))
}

/** What is stated for goods to one address. One sum for several addresses is that of the cheapest freight to each. */
function statedOf(lines: SentLine[], stated: StatedFreight | undefined, addresses: number): Cents | undefined {
  if (!stated || addresses === 1) return stated?.cents
  return stated.ofRows
    ? toCents([...new Set(lines.map(({ row }) => row))].reduce((sum, row) => sum + (stated.ofRows!.get(row) ?? 0), 0))
    : undefined
}

/** @throws ShopError ORDER_DIFFERS */
function requireStated(lines: SentLine[], freights: Map<string, FreightOfLine>, { cents }: StatedFreight): void {
  const charged = [...freights.values()].reduce((sum, { freightCents }) => sum + freightCents, 0)
  if (charged === cents) return
  const goods = lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const [wanted, ofShop, freight] = [goods + cents, goods + charged, charged].map((sum) => centsToDollars(toCents(sum)))
  const said = freights.size === 0 ? `${ofShop} USD without freight` : `${ofShop} USD, with ${freight} USD in Shipping`
  throw new ShopError('ORDER_DIFFERS', { message: freightMessages.statedOtherwise(wanted!, [said]) })
}

/** @throws ShopError INVALID_INPUT for two choices for one address. */
function wantedOf(lines: SentLine[], usual: WantedFreight | undefined): WantedConsignment {
  const { row, to } = lines[0]! // a group has lines
  const hasUsual = lines.some(({ isElsewhere }) => !isElsewhere)
  const field = hasUsual ? 'freight' : `lines.${row}.freight`
  const choices = [...(hasUsual && usual ? [usual] : []), ...lines.flatMap(({ wanted }) => wanted ?? [])]
  if (new Set(choices.map((choice) => JSON.stringify(choice))).size > 1) throw invalidField(field, freightMessages.oneOfAddress)
  return { to, lines, wanted: choices[0], field, countryField: 'country' }
}
