import { sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { toCents, type Cents } from '#contract/basics/money.ts'
import type { FreightChoice } from '#contract/freight/freight.ts'
import { byPriceThenDay, priceDeliveries, reaches, weigh, type Weighed } from '#contract/freight/price.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import type { Services } from '../services.ts'
import type { Destination } from '../taxes/tax-services.ts'
import { fieldsOf, readOfferedMethods } from './list-methods.ts'

/**
 * Goods that go to one address together; `to` is undefined for an address that names no country. Lines with a `day` are releases: what leaves
 * on another day is carried, and priced, by itself.
 */
export type Consignment = { to: Destination | undefined; lines: ConsignedLine[] }
export type ConsignedLine = { partId: string; pieces: number; totalCents: Cents; day?: CalendarDay | undefined }

/** Whose settings are applied: they say what packing adds. */
export type FreightShop = Pick<Services, 'settings'> & { db: Queryable }

/**
 * `needsCountry`: further methods reach some countries, and the address names none. `whole` is all of the consignment; `grams` are those of a
 * piece of each line, null where nobody has weighed it.
 */
export type FoundChoices = { choices: FreightChoice[]; needsCountry: boolean; whole: Weighed; grams: (number | null)[] }

/**
 * The methods that reach each consignment, the cheapest first, those that are asked for last; none of a consignment that no method reaches.
 * Undefined where the shop has no methods, and freight is no matter.
 */
export async function findFreightChoices({ db, settings }: FreightShop, consignments: Consignment[]): Promise<FoundChoices[] | undefined> {
  const methods = (await readOfferedMethods(db)).map((row) => ({ methodId: row.id, ...fieldsOf(row) }))
  if (methods.length === 0) return undefined
  const { packingPercent = 0 } = settings.shop
  const weightOf = await readWeights(
    db,
    consignments.flatMap(({ lines }) => lines),
  )
  return consignments.map(({ to, lines }) => {
    const deliveries = [...Map.groupBy(lines, ({ day }) => day).values()].map((its) => weighLines(its, weightOf, packingPercent))
    const reaching = methods.filter((method) => reaches(method, to))
    const choices = reaching.map((method): FreightChoice => {
      const { methodId, name, carrier, incoterm: code, place, transitDays } = method
      return { methodId, name, carrier, ...priceDeliveries(method, deliveries), incoterm: { code, place }, transitDays }
    })
    return {
      choices: choices.toSorted(byPriceThenDay),
      needsCountry: !to && reaching.length < methods.length,
      whole: weighLines(lines, weightOf, packingPercent),
      grams: lines.map(({ partId }) => weightOf.get(partId)?.grams ?? null),
    }
  })
}

type PartWeight = { partNumber: string; grams: number | null }

/** The weights that parts have now, of one piece. */
export async function readWeights(db: Queryable, lines: readonly { partId: string }[]): Promise<Map<string, PartWeight>> {
  const ids = [...new Set(lines.map(({ partId }) => partId))]
  const rows = await db
    .select({ id: parts.id, partNumber: parts.partNumber, weight: parts.weight })
    .from(parts)
    .where(sql`${parts.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map((row) => [row.id, { partNumber: row.partNumber, grams: row.weight === null ? null : Number(row.weight) }]))
}

/** Value and gross weight. */
const weighLines = (lines: ConsignedLine[], weightOf: Map<string, PartWeight>, packingPercent: number): Weighed => ({
  goods: toCents(lines.reduce((sum, { totalCents }) => sum + totalCents, 0)),
  ...weigh(
    lines.map(({ partId, pieces }) => ({ ...(weightOf.get(partId) ?? { partNumber: partId, grams: null }), pieces })),
    packingPercent,
  ),
})
