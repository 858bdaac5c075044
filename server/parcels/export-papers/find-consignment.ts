import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import { placeLines } from '#contract/basics/address-format.ts'
import { countryName } from '#contract/basics/countries.ts'
import { centsToDollars, toCents } from '#contract/basics/money.ts'
import { incotermWords, type Incoterm } from '#contract/freight/freight.ts'
import { carriedBy } from '#contract/orders/carriers.ts'
import {
  exportGaps,
  exportPaperMessages as messages,
  type Consignment,
  type ExportGap,
  type ExportGapKind,
  type ExportLine,
  type ExportWanted,
} from '#contract/orders/export-papers.ts'
import { wasPaid } from '#contract/orders/order-states.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import { inPacks } from '#contract/parts/packs.ts'
import type { Seller } from '#contract/payments/seller.ts'
import { isEuState, sellerStateOf } from '#contract/payments/tax.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Queryable } from '#database/connect.ts'
import { invoices } from '#database/tables/invoices.ts'
import { leftToSendOf, orders, type OrderRow } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { parts } from '#database/tables/parts.ts'
import { returns } from '#database/tables/returns.ts'
import { invalidField, ShopError } from '../../errors.ts'

type PartFacts = Pick<typeof parts.$inferSelect, 'partNumber' | 'weight' | 'origin' | 'customsCode' | 'packName' | 'packPieces'>
type Sent = { order: OrderRow; part: PartFacts; pieces: number }
/** What leaves, and with whom; `isBack`: the buyer sends it to the shop. */
type Source = { sent: Sent[]; carrier: string | null; trackingNumber: string | null; isBack: boolean }

/**
 * What the papers for customs say of a consignment, and what is missing on them. Nothing is guessed: weights, codes and origins are those of the
 * parts, packages and gross weight what the caller says, or what packs and settings say.
 * @throws ShopError NOT_FOUND; INVALID_INPUT at `orders` for nothing that leaves and for two addresses, and for no source or several.
 */
export async function findConsignment(
  db: Queryable,
  { seller = {}, packingPercent }: Pick<ShopSettings, 'seller' | 'packingPercent'>,
  wanted: ExportWanted,
): Promise<{ consignment: Consignment; missing: ExportGap[] }> {
  const { sent, carrier, trackingNumber, isBack } = await findSource(db, wanted)
  const [{ order: first }] = sent as [Sent]
  const lines = sent.map(lineOf)
  const goodsCents = sum(sent.map(valueCents))
  const freightCents = isBack ? 0 : sum(sent.map(freightShareCents))
  const netKg = lines.some((line) => line.netKg === null) ? null : sum(lines.map((line) => line.netKg ?? 0))
  const shop = partyLines(seller)
  const buyer = [...first.address.split('\n'), ...phoneLines(first)]
  // What comes back has none of the way out.
  const term = (isBack ? undefined : sharedTerm(sent)) ?? wanted.incoterm
  const consignment: Consignment = {
    sellerCountry: seller.country ?? null,
    reason: wanted.reason ?? (isBack ? 'return' : sent.every(({ order }) => order.isSample) ? 'sample' : 'sale'),
    date: shopCalendar().today,
    invoices: await invoicesOf(db, lines, wanted),
    sender: isBack ? buyer : shop,
    recipient: isBack ? shop : buyer,
    lines,
    goods: centsToDollars(toCents(goodsCents)),
    freight: centsToDollars(toCents(freightCents)),
    total: centsToDollars(toCents(goodsCents + freightCents)),
    netKg: netKg === null ? null : grams(netKg),
    grossKg: wanted.grossKg ?? (netKg !== null && packingPercent !== undefined ? grams(netKg * (1 + packingPercent / 100)) : null),
    packages: wanted.packages ?? wholePackages(sent),
    incoterm: term ? incotermWords(term) : null,
    carrier,
    trackingNumber,
  }
  return { consignment, missing: missingOf(consignment, seller, first) }
}

async function findSource(db: Queryable, { orders: ids, parcel, return: back }: ExportWanted): Promise<Source> {
  if ([ids, parcel, back].filter((one) => one !== undefined).length !== 1) throw invalidField('orders', messages.oneSource)
  if (parcel !== undefined) return ofParcel(db, parcel)
  if (back !== undefined) return ofReturn(db, back)
  const rows = await rowsOf(db, ids ?? [])
  if (rows.length < (ids ?? []).length) throw new ShopError('NOT_FOUND')
  const sent = rows.map(({ order, part }) => ({ order, part, pieces: piecesOf(order) }))
  const empty = sent.find(({ pieces }) => pieces === 0)
  if (empty) throw invalidField('orders', messages.nothing(orderNumber(empty.order.position)))
  if (new Set(sent.map(({ order }) => order.address)).size > 1) throw invalidField('orders', messages.twoPlaces)
  return { sent, carrier: null, trackingNumber: null, isBack: false }
}

async function ofParcel(db: Queryable, id: string): Promise<Source> {
  const [parcel] = await db.select().from(parcels).where(eq(parcels.id, id))
  if (!parcel) throw new ShopError('NOT_FOUND')
  const sent = (await rowsOf(db, [parcel.orderId])).map((row) => ({ ...row, pieces: parcel.quantity }))
  const { carrier, trackingNumber } = parcel
  return { sent, carrier: carrier && carriedBy({ carrier, trackingNumber: null }), trackingNumber, isBack: false }
}

async function ofReturn(db: Queryable, id: string): Promise<Source> {
  const [back] = await db.select().from(returns).where(eq(returns.id, id))
  if (!back) throw new ShopError('NOT_FOUND')
  const sent = (await rowsOf(db, [back.orderId])).map((row) => ({ ...row, pieces: back.pieces }))
  return { sent, carrier: null, trackingNumber: null, isBack: true }
}

const rowsOf = (db: Queryable, ids: readonly string[]): Promise<{ order: OrderRow; part: PartFacts }[]> =>
  db
    .select({
      order: orders,
      part: {
        partNumber: parts.partNumber,
        weight: parts.weight,
        origin: parts.origin,
        customsCode: parts.customsCode,
        packName: parts.packName,
        packPieces: parts.packPieces,
      },
    })
    .from(orders)
    .innerJoin(parts, eq(parts.id, orders.partId))
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.position))

/** What is left to send of an order, or else what was sent. */
function piecesOf(order: OrderRow): number {
  if (!wasPaid(order.state) || order.state === 'refunded') return 0
  const left = order.state === 'shipped' ? 0 : leftToSendOf(order)
  return left > 0 ? left : order.quantity - order.withdrawnPieces
}

function lineOf({ order, part, pieces }: Sent): ExportLine {
  return {
    orderNumber: orderNumber(order.position),
    reference: order.reference ?? '',
    partsId: order.partId,
    name: order.partName,
    partNumber: part.partNumber,
    pieces,
    packs: inPacks(pieces, part) ?? null,
    customsCode: part.customsCode,
    origin: part.origin,
    netKg: part.weight === null ? null : grams((Number(part.weight) * pieces) / 1_000),
    unitPrice: Number(order.unitPrice),
    value: centsToDollars(toCents(valueCents({ order, part, pieces }))),
  }
}

const valueCents = ({ order: { totalCents, quantity }, pieces }: Sent) => shareOf(totalCents, pieces, quantity)
const freightShareCents = ({ order: { freightCents, quantity }, pieces }: Sent) => shareOf(freightCents, pieces, quantity)

/** The delivery term of all orders; none where they have different ones, of which no one can be said. */
function sharedTerm([first, ...others]: readonly Sent[]): Incoterm | undefined {
  const term = first?.order.freight?.incoterm
  const isShared = others.every(
    ({ order: { freight } }) => freight?.incoterm?.code === term?.code && freight?.incoterm?.place === term?.place,
  )
  return isShared ? term : undefined
}

/** Exact, also where the product exceeds what a double holds. */
const shareOf = (cents: number, pieces: number, of: number) =>
  Number((BigInt(cents) * BigInt(pieces) * 2n + BigInt(of)) / (BigInt(of) * 2n))

/** Kilograms to the gram. */
const grams = (kg: number) => Math.round(kg * 1_000) / 1_000
const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0)

/** Whole packs alone say how many packages there are. */
function wholePackages(sent: readonly Sent[]): number | null {
  const packs = sent.map(({ pieces, part: { packPieces } }) =>
    packPieces !== null && pieces % packPieces === 0 ? pieces / packPieces : Number.NaN,
  )
  return packs.every(Number.isFinite) ? sum(packs) : null
}

/** The invoices of the orders; of those that have one for each delivery, that of the parcel alone, and none of what is still to be sent. */
async function invoicesOf(db: Queryable, lines: readonly ExportLine[], { parcel }: ExportWanted): Promise<string[]> {
  const numbers = lines.map((line) => line.orderNumber)
  const isOther = parcel === undefined ? sql`orders.shipped_at is null` : sql`parcels.id <> ${parcel}::uuid`
  const ofOthers = sql`exists (
    select from parcels join orders on orders.id = parcels.order_id where parcels.id = ${invoices.billId} and ${isOther})`
  const rows = await db
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.kind, 'invoice'), sql`${invoices.orderNumbers} && ${sql.param(numbers)}::text[]`, not(ofOthers)))
    .orderBy(asc(invoices.position))
  return rows.map(({ number }) => number)
}

const phoneLines = ({ phone, shipTo }: OrderRow) => [shipTo?.phone || phone].filter(Boolean)

function partyLines({
  legalName,
  street = '',
  city = '',
  state,
  postalCode = '',
  country,
  phone,
  email,
  vatId,
  taxNumber,
  eori,
}: Seller): string[] {
  const place = country ? [...placeLines({ street, city, state, postalCode, country }), countryName(country) ?? country] : [street, city]
  const ids = [vatId && `VAT ID ${vatId}`, !vatId && taxNumber && `Tax number ${taxNumber}`, eori && `EORI ${eori}`]
  return [legalName, ...place, phone, email, ...ids].filter((line): line is string => Boolean(line))
}

function missingOf(consignment: Consignment, seller: Seller, { shipTo }: OrderRow): ExportGap[] {
  const { lines, grossKg, packages, incoterm } = consignment
  const asksEori =
    seller.country !== undefined &&
    (seller.country === 'GB' || isEuState(sellerStateOf({ country: seller.country, postalCode: seller.postalCode })))
  const gap = (kind: ExportGapKind, isMissing: boolean): ExportGap[] =>
    isMissing ? [{ kind, message: exportGaps[kind], partsId: null, partNumber: null }] : []
  const atPart = (kind: ExportGapKind, lacks: (line: ExportLine) => boolean): ExportGap[] => {
    const found = new Map(lines.filter(lacks).map(({ partsId, partNumber }) => [partsId, partNumber]))
    return [...found].map(([partsId, partNumber]) => ({ kind, message: exportGaps[kind], partsId, partNumber }))
  }
  return [
    ...gap('seller', !seller.legalName || !seller.street || !seller.city || !seller.country),
    ...gap('vatId', !seller.vatId && !seller.taxNumber),
    ...gap('eori', asksEori && !seller.eori),
    ...gap('country', shipTo === null),
    ...atPart('customsCode', ({ customsCode }) => customsCode === null),
    ...atPart('origin', ({ origin }) => origin === null),
    ...atPart('weight', ({ netKg }) => netKg === null),
    ...gap('grossKg', grossKg === null),
    ...gap('packages', packages === null),
    ...gap('incoterm', incoterm === null),
  ]
}
