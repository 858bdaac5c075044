import { sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { toCents, type Cents } from '#contract/basics/money.ts'
import type { FreightChoice } from '#contract/freight/freight.ts'
import { byPriceThenDay, priceDeliveries, reaches, weigh, type Weighed } from '#contract/freight/price.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import type { Services } from '../services.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'
import type { Destination } from '../taxes/tax-services.ts'
import { fieldsOf, readOfferedMethods } from './list-methods.ts'

/**
 * Goods that go to one address together; `to` is undefined for an address that names no country. Lines with a `day` are releases: what leaves
 * on another day is carried, and priced, by itself.
 */
export type Consignment = { to: Destination | undefined; lines: ConsignedLine[] }
export type ConsignedLine = { partId: string; pieces: number; totalCents: Cents; day?: CalendarDay | undefined }

export type FreightShop = Pick<Services, 'settings'> & { db: Queryable }

/** `needsCountry`: further methods reach some countries, and the address names none. */
export type FoundChoices = { choices: FreightChoice[]; needsCountry: boolean }

/**
 * The methods that reach each consignment, the cheapest first, those that are asked for last; none of a consignment that no method reaches.
 * Undefined where the shop has no methods, and freight is no matter.
 */
export async function findFreightChoices({ db }: FreightShop, consignments: Consignment[]): Promise<FoundChoices[] | undefined> {
  const methods = (await readOfferedMethods(db)).map((row) => ({ methodId: row.id, ...fieldsOf(row) }))
  if (methods.length === 0) return undefined
  const deliveries = consignments.map(({ lines }) => [...Map.groupBy(lines, ({ day }) => day).values()])
  const weighed = await weighConsignments(
    db,
    deliveries.flat().map((lines) => ({ lines })),
  )
  return consignments.map(({ to }, index) => {
    const its = weighed.splice(0, deliveries[index]!.length) // one for each
    const reaching = methods.filter((method) => reaches(method, to))
    const choices = reaching.map((method): FreightChoice => {
      const { methodId, name, carrier, incoterm: code, place, transitDays } = method
      return { methodId, name, carrier, ...priceDeliveries(method, its), incoterm: { code, place }, transitDays }
    })
    return { choices: choices.toSorted(byPriceThenDay), needsCountry: !to && reaching.length < methods.length }
  })
}

/** Value and gross weight of each consignment, by the weights that its parts have now. */
export async function weighConsignments(db: Queryable, consignments: readonly Pick<Consignment, 'lines'>[]): Promise<Weighed[]> {
  const ids = [...new Set(consignments.flatMap(({ lines }) => lines.map(({ partId }) => partId)))]
  const rows = await db
    .select({ id: parts.id, partNumber: parts.partNumber, weight: parts.weight })
    .from(parts)
    .where(sql`${parts.id} = any(${sql.param(ids)}::uuid[])`)
  const partOf = new Map(
    rows.map((row) => [row.id, { partNumber: row.partNumber, grams: row.weight === null ? null : Number(row.weight) }]),
  )
  const { packingPercent = 0 } = (await findPublished(db)).values
  return consignments.map(({ lines }) => ({
    goods: toCents(lines.reduce((sum, { totalCents }) => sum + totalCents, 0)),
    ...weigh(
      lines.map(({ partId, pieces }) => ({ ...(partOf.get(partId) ?? { partNumber: partId, grams: null }), pieces })),
      packingPercent,
    ),
  }))
}
