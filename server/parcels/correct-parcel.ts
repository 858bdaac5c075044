import { eq } from 'drizzle-orm'
import type { CallBody } from '#contract/basics/call.ts'
import { carriedBy } from '#contract/orders/carriers.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import type { Parcel, parcelCalls } from '#contract/orders/parcels.ts'
import { parcels } from '#database/tables/parcels.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentParcel } from './present-parcel.ts'
import { readCarried } from './read-carried.ts'

/**
 * Corrects carrier and number of a parcel; the timeline of its order keeps the earlier ones.
 * @throws ShopError INVALID_INPUT for an impossible number; NOT_FOUND; PARCEL_CHANGED with the current values, when they are not `seen`.
 */
export async function correctParcel(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  admin: Caller,
  parcelId: string,
  { seen, ...typed }: CallBody<typeof parcelCalls.correct>,
): Promise<Parcel> {
  const carried = readCarried(typed)
  return transaction(db, async (tx) => {
    await setEventActor(tx, admin)
    const [before] = await tx.select().from(parcels).where(eq(parcels.id, parcelId)).for('update')
    if (!before) throw new ShopError('NOT_FOUND')
    const { carrier, trackingNumber } = before
    if (carrier === carried.carrier && trackingNumber === carried.trackingNumber) return presentParcel(settings, before)
    if (carrier !== seen.carrier || trackingNumber !== seen.trackingNumber) {
      throw new ShopError('PARCEL_CHANGED', { message: parcelMessages.parcelChangedTo(carriedBy(before) || parcelMessages.noCarrier) })
    }
    const [corrected] = await tx.update(parcels).set(carried).where(eq(parcels.id, parcelId)).returning()
    await writeAudit(tx, admin, 'correct-parcel', before.orderId, {
      carrier: carried.carrier ?? '',
      trackingNumber: carried.trackingNumber ?? '',
      carrierBefore: carrier ?? '',
      trackingNumberBefore: trackingNumber ?? '',
    })
    return presentParcel(settings, corrected!) // the row is locked, so it exists
  })
}
