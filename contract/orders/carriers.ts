import { parcelMessages } from './parcel-messages.ts'
import { isRoutingCode, numberInBarcode, plainNumber } from './scanned-number.ts'

/** A carrier: the format of its tracking numbers, in words too, and its tracking page. `{number}` stands for the number. */
type Carrier = { name: string; link: string; number: RegExp; form: string }

/** Carriers whose parcels can be followed. Numbers are compared without spaces and in capitals. */
export const carriers = {
  dhl: {
    name: 'DHL',
    link: 'https://www.dhl.com/en/express/tracking.html?AWB={number}',
    number: /^(?:\d{10,12}|\d{20}|JJD\d{10,36}|JVGL\d{10,35}|GM\d{14,37}|[A-Z]{2}\d{9}DE)$/,
    form: '10 to 12 or 20 digits, or JJD and digits',
  },
  ups: {
    name: 'UPS',
    link: 'https://www.ups.com/track?tracknum={number}',
    number: /^(?:1Z[0-9A-Z]{16}|\d{9}|\d{12}|T\d{10})$/,
    form: '1Z and 16 letters or digits',
  },
  fedex: {
    name: 'FedEx',
    link: 'https://www.fedex.com/fedextrack/?trknbr={number}',
    number: /^(?:\d{12}|\d{15}|\d{20}|\d{22})$/,
    form: '12, 15, 20 or 22 digits',
  },
  dpd: { name: 'DPD', link: 'https://tracking.dpd.de/parcelstatus?query={number}', number: /^\d{14}[0-9A-Z]?$/, form: '14 digits' },
  gls: {
    name: 'GLS',
    link: 'https://gls-group.com/track/{number}',
    number: /^(?:[0-9A-Z]{8,12}|\d{14})$/,
    form: '8 to 12 letters or digits, or 14 digits',
  },
  hermes: {
    name: 'Hermes',
    link: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{number}',
    number: /^(?:\d{14,16}|H\d{19})$/,
    form: '14 to 16 digits, or H and 19 digits',
  },
  usps: {
    name: 'USPS',
    link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
    number: /^(?:\d{20,22}|\d{26}|420\d{27}|420\d{31}|[A-Z]{2}\d{9}US)$/,
    form: '20 to 22 digits, or 2 letters, 9 digits and US',
  },
  tnt: {
    name: 'TNT',
    link: 'https://www.tnt.com/express/en_us/site/tracking.html?searchType=con&cons={number}',
    number: /^(?:\d{9}|[A-Z]{2}\d{9}[A-Z]{2})$/,
    form: '9 digits, or GE, 9 digits and a country such as DE',
  },
  sf: {
    name: 'SF Express',
    link: 'https://www.sf-express.com/we/ow/chn/en/waybill/waybill-detail/{number}',
    number: /^(?:SF)?\d{12,15}$/,
    form: 'SF and 12 to 15 digits',
  },
  other: { name: 'Other carrier', link: '', number: /^[0-9A-Z][0-9A-Z-]{3,39}$/, form: '4 to 40 letters, digits and dashes' },
} satisfies Record<string, Carrier>

export const carrierIds = Object.keys(carriers) as CarrierId[]
export type CarrierId = keyof typeof carriers

/** As it is compared and stored: the number in a barcode of the carrier, without spaces and in capitals. */
export const normalTrackingNumber = (typed: string, carrier?: CarrierId | null) =>
  carrier ? numberInBarcode(carrier, typed) : plainNumber(typed)

/** Whether the carrier has numbers of this form. */
export const isTrackingNumber = (carrier: CarrierId, number: string) =>
  carriers[carrier].number.test(number) && !isRoutingCode(carrier, number)

/** What is wrong with a number, in words; undefined for one of the carrier's. */
export function trackingNumberProblem(carrier: CarrierId, number: string): string | undefined {
  if (isTrackingNumber(carrier, number)) return undefined
  if (isRoutingCode(carrier, number)) return parcelMessages.routingCode
  return parcelMessages.trackingNumberForm(carriers[carrier].name, carriers[carrier].form)
}

/** The only carrier whose barcodes have this form, or whose numbers look like this one; undefined where several may. */
export function carrierOfNumber(typed: string): CarrierId | undefined {
  const plain = normalTrackingNumber(typed)
  const named = carrierIds.filter((id) => id !== 'other')
  const inBarcode = named.filter((id) => {
    const number = normalTrackingNumber(typed, id)
    return number !== plain && isTrackingNumber(id, number)
  })
  if (inBarcode.length === 1) return inBarcode[0]
  const possible = named.filter((id) => isTrackingNumber(id, plain))
  return possible.length === 1 ? possible[0] : undefined
}

/** Carrier and number as text: 'DHL 1234567890'. A carrier unknown to this release is shown by its id. */
export function carriedBy({ carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null }): string {
  const known = carrierIds.find((id) => id === carrier)
  return [known ? carriers[known].name : carrier, trackingNumber].filter(Boolean).join(' ')
}

/**
 * Where a parcel is followed; undefined where that is unknown.
 * @param ownLink the shop's link for other carriers, with `{number}`
 */
export function trackingLink(carrier: CarrierId, number: string, ownLink?: string): string | undefined {
  const link = carriers[carrier].link || ownLink
  return link?.replaceAll('{number}', encodeURIComponent(number))
}
