import { formatCount } from '../basics/figures.ts'

/** Sentences about parcels. In a separate file, because public pages carry those of `messages.ts`. */
export const parcelMessages = {
  parcelPieces: 'At least 1 piece.',
  parcelTooLarge: (left: number) => `Only ${formatCount(left)} ${left === 1 ? 'piece is' : 'pieces are'} left to send.`,
  carrierMissing: 'Choose the carrier of this number.',
  trackingNumberForm: (carrier: string, form: string) => `${carrier} numbers have ${form}.`,
  routingCode: 'This barcode says where the parcel goes. Scan the one that has its number.',
  shippedMeanwhile: (by: string, when: string) => `All pieces have been sent already, by ${by} on ${when}.`,
  theShop: 'the shop',
  noCarrier: 'no carrier',
  parcelChangedTo: (now: string) => `Somebody has changed it meanwhile to ${now}.`,
} as const
