import { carriers, isTrackingNumber, normalTrackingNumber, type CarrierId } from '#contract/carriers.ts'
import { parcelMessages } from '#contract/parcel-messages.ts'
import { invalidField } from '../errors.ts'

export type Carried = { carrier: CarrierId | null; trackingNumber: string | null }

/**
 * Carrier and number as they are stored; null for those that are not known yet.
 * @throws ShopError INVALID_INPUT for a number without a carrier, or of a form that the carrier does not have.
 */
export function readCarried({ carrier = null, trackingNumber }: { carrier?: CarrierId | null; trackingNumber?: string | null }): Carried {
  const number = normalTrackingNumber(trackingNumber ?? '')
  if (number === '') return { carrier, trackingNumber: null }
  if (carrier === null) throw invalidField('carrier', parcelMessages.carrierMissing)
  const { name, form } = carriers[carrier]
  if (!isTrackingNumber(carrier, number)) throw invalidField('trackingNumber', parcelMessages.trackingNumberForm(name, form))
  return { carrier, trackingNumber: number }
}
