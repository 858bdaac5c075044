import { asc, eq } from 'drizzle-orm'
import type { Parcel } from '#contract/orders/parcels.ts'
import { parcels } from '#database/tables/parcels.ts'
import { findOrder } from '../orders/lists/find-orders.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentParcel } from './present-parcel.ts'

type Shop = Pick<Services, 'db' | 'settings'>

/** @throws ShopError NOT_FOUND for an unknown order, and for another customer's unless the caller is an admin. */
export async function findParcels(shop: Shop, caller: Caller, orderId: string): Promise<Parcel[]> {
  await findOrder(shop.db, caller, orderId, { cancelled: true })
  return parcelsOf(shop, orderId)
}

/** Oldest first. */
export async function parcelsOf({ db, settings }: Shop, orderId: string): Promise<Parcel[]> {
  const rows = await db.select().from(parcels).where(eq(parcels.orderId, orderId)).orderBy(asc(parcels.position))
  return rows.map((row) => presentParcel(settings, row))
}
