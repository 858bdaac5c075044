import { and, asc, eq, isNull } from 'drizzle-orm'
import type { FreightMethod, FreightMethodFields, FreightTable } from '#contract/freight/methods.ts'
import { methodProblems, type TermsOfShop } from '#contract/freight/price.ts'
import type { Queryable } from '#database/connect.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { parts } from '#database/tables/parts.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'

type MethodRow = typeof freightMethods.$inferSelect

/** The fields of a row. */
export const fieldsOf = ({ name, carrier, rules, incoterm, place, transitDays, listPlace, isActive }: MethodRow): FreightMethodFields => ({
  name,
  carrier: carrier as FreightMethodFields['carrier'],
  ...rules,
  incoterm,
  place,
  transitDays,
  position: listPlace,
  active: isActive,
})

/** A method as the shop's people see it, looked at by the settings of now. */
export function presentMethod(row: MethodRow, shop: TermsOfShop): FreightMethod {
  const fields = fieldsOf(row)
  return { _id: row.id, version: row.version, ...fields, problem: methodProblems(fields, shop)[0]?.message ?? null }
}

/** A method as its row has it; fields that its reach and pricing do not use are left out. */
export function rowOf({ name, carrier, incoterm, place, transitDays, position, active, ...rules }: FreightMethodFields) {
  const { reach, countries, postalCodes, pricing, weightSteps, furtherKg, valueSteps, percent, kgPerPallet, price, freeFrom } = rules
  return {
    name: name.trim(),
    carrier,
    incoterm,
    place: place.trim(),
    transitDays,
    listPlace: position,
    isActive: active,
    rules: {
      reach,
      pricing,
      ...(reach !== 'everywhere' && { countries }),
      ...(reach === 'postalCodes' && { postalCodes }),
      ...(pricing === 'weight' && { weightSteps, furtherKg }),
      ...(pricing === 'value' && { valueSteps }),
      ...(pricing === 'percent' && { percent }),
      ...(pricing === 'pallet' && { kgPerPallet }),
      ...((pricing === 'pallet' || pricing === 'fixed') && { price }),
      ...(pricing !== 'collected' && pricing !== 'asked' && { freeFrom }),
    },
  }
}

/** All methods that are not ended, in their order. */
export const readMethods = (db: Queryable): Promise<MethodRow[]> =>
  db
    .select()
    .from(freightMethods)
    .where(isNull(freightMethods.endedAt))
    .orderBy(asc(freightMethods.listPlace), asc(freightMethods.createdAt))

/** Those of them that buyers can choose. */
export const readOfferedMethods = (db: Queryable): Promise<MethodRow[]> =>
  db
    .select()
    .from(freightMethods)
    .where(and(isNull(freightMethods.endedAt), eq(freightMethods.isActive, true)))
    .orderBy(asc(freightMethods.listPlace), asc(freightMethods.createdAt))

export async function findFreightTable(db: Queryable): Promise<FreightTable> {
  const methods = await readMethods(db)
  const { values } = await findPublished(db)
  const partsWithoutWeight = await db.$count(parts, and(isNull(parts.deletedAt), isNull(parts.weight)))
  return { methods: methods.map((row) => presentMethod(row, values)), packingPercent: values.packingPercent ?? 0, partsWithoutWeight }
}
