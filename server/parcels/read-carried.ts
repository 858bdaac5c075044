import { normalTrackingNumber, trackingNumberProblem, type CarrierId } from '#contract/orders/carriers.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import { invalidField } from '../errors.ts'

export type Carried = { carrier: CarrierId | null; trackingNumber: string | null }

/**
 * The stored form of carrier and number, also from a whole barcode; null for unknown ones.
 * @throws ShopError INVALID_INPUT for a number without a carrier, or of a form that the carrier does not have.
 */
export function readCarried({ carrier = null, trackingNumber }: { carrier?: CarrierId | null; trackingNumber?: string | null }): Carried {
  const number = normalTrackingNumber(trackingNumber ?? '', carrier)
  if (number === '') return { carrier, trackingNumber: null }
  if (carrier === null) throw invalidField('carrier', parcelMessages.carrierMissing)
  const problem = trackingNumberProblem(carrier, number)
  if (problem) throw invalidField('trackingNumber', problem)
  return { carrier, trackingNumber: number }
}
