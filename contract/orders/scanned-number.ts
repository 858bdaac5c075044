import type { CarrierId } from './carriers.ts'

/** Ends a field in the text of a barcode of GS1 or ANSI MH10.8.2 (MaxiCode, PDF417); scanners that type may leave it out. */
const END = '|'
/** The same in a scanned text: FNC1 of GS1. */
const GROUP_SEPARATOR = '\u001D'
/** Around the message of ANSI MH10.8.2. */
const [RECORD_SEPARATOR, END_OF_TRANSMISSION] = ['\u001E', '\u0004']

/**
 * A barcode as text: in capitals, without white space and without the three signs by which a scanner names the kind of barcode, such as
 * `]C1`. Application identifiers of GS1 in brackets, as they are printed below it, begin a field.
 */
const barcodeText = (scanned: string) =>
  scanned
    .replaceAll(/\s/g, '')
    .replace(/^\][A-Z]\d/i, '')
    .replaceAll(/\((\d{2,4}|[A-Z]|\d[A-Z])\)/gi, `${END}$1`)
    .replaceAll(GROUP_SEPARATOR, END)
    .replaceAll(RECORD_SEPARATOR, '')
    .replaceAll(END_OF_TRANSMISSION, '')
    .replaceAll(/^\|+|\|+$/g, '')
    .toUpperCase()

/** The form in which typed or scanned text of an unknown format is compared and stored. */
export const plainNumber = (scanned: string) => barcodeText(scanned).replaceAll(END, '')

/** Whether the last digit is the check digit of GS1, which USPS has as well. */
export function hasCheckDigit(digits: string): boolean {
  const weighed = Array.from(digits, Number).toReversed()
  return weighed.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

/** A form of a carrier's barcodes, and the number in it; undefined where the form does not fit. */
type Form = (barcode: string) => string | undefined

const group = (form: RegExp): Form => {
  return (barcode) => form.exec(barcode)?.slice(1).join('')
}

/** GS1: the serial shipping container code (00), which carriers name by all of its 20 digits. Further fields follow it. */
const sscc = group(/^(00\d{18})(?:\|?(?:403|42[01]|15|10|37)\S*)?$/)

/**
 * GS1, as the barcodes of USPS (IMpb): a number behind the postal code it goes to (420), with five digits or with nine. Where both
 * are possible, the check digit decides.
 */
const behindPostalCode: Form = (barcode) => {
  const marked = /^420\d{5}(?:\d{4})?\|(9[1-5]\d{18,24})$/.exec(barcode)?.[1]
  if (marked) return marked
  // The longer postal code first: 26 digits behind a short one are rare.
  const possible = [/^420\d{9}(\d{20,26})$/, /^420\d{5}(\d{20,26})$/].flatMap((form) => form.exec(barcode)?.[1] ?? [])
  const usual = possible.filter((number) => /^9[1-5]/.test(number))
  return usual.find(hasCheckDigit) ?? possible.find(hasCheckDigit) ?? usual[0]
}

/** FedEx Express and Ground, 34 digits: the number has the last 14, of which the first ones may be zero; in 32 digits it is earlier. */
const fedexAstra: Form = (barcode) => {
  if (/^\d{32}$/.test(barcode)) return barcode.slice(16, 28)
  if (!/^(?:10\d{2}|96\d{2})\d{30}$/.test(barcode)) return undefined
  return barcode.slice(-14).replace(/^00/, '')
}

/** FedEx Ground '96': its 15 digits behind AI, SCNC and class of service. */
const fedexGround = group(/^96\d{5}(\d{15})$/)

/** PDF417 of FedEx, ANSI MH10.8.2: the number with the four digits of its form, then 'FDE'. */
const fedexSquare = group(/^\[\)>.*?(\d{12})\d{4}\|?FDE/)

/** MaxiCode of UPS: '1Z' with the last eight digits; shipper and class of service, in other fields, are between them in the number. */
const upsMaxiCode: Form = (barcode) => {
  const [, service, last, shipper] = /^\[\)>.*?\d(\d{2})\|?1Z(\d{8})\|?UPSN\|?([0-9A-Z]{6})/.exec(barcode) ?? []
  return last && `1Z${shipper}${service}${last}`
}

/** The same where the field has all of the number. */
const upsInFull = group(/^\[\)>.*?(1Z[0-9A-Z]{16})(?![0-9A-Z])/)

/** DHL's licence plate: 'J' is its data identifier, which scanners leave out where they are set to. */
const dhlPlate: Form = (barcode) => {
  const plate = /^J?\|?(JD\d{10,36}|JVGL\d{10,35})$/.exec(barcode)?.[1]
  return plate?.startsWith('JD') ? `J${plate}` : plate
}

/** DPD: postal code, number, service and country; a sign before it, and a check character behind. */
const dpdLabel = group(/^%?[0-9A-Z]{7}(\d{14})\d{6}[0-9A-Z]?$/)

const FORMS: Partial<Record<CarrierId, readonly Form[]>> = {
  dhl: [sscc, dhlPlate],
  ups: [upsMaxiCode, upsInFull],
  fedex: [behindPostalCode, fedexAstra, fedexGround, fedexSquare, sscc],
  usps: [behindPostalCode],
  dpd: [dpdLabel],
  other: [sscc],
}

/** The stored form of the carrier's number in a scanned or typed text; the whole text if it has none of the carrier's forms. */
export function numberInBarcode(carrier: CarrierId, scanned: string): string {
  const barcode = barcodeText(scanned)
  for (const form of FORMS[carrier] ?? []) {
    const number = form(barcode)
    if (number !== undefined) return number
  }
  return barcode.replaceAll(END, '')
}

const postalCode = /^42(?:0\d{5}(?:\d{4})?|1\d{3}[0-9A-Z]{1,9})$/
/** Barcodes on the same labels that identify the destination and not the parcel: the postal code (420, 421), DHL's routing code (2L). */
const ROUTING: Partial<Record<CarrierId, RegExp>> = { ups: postalCode, usps: postalCode, dhl: /^2L[A-Z]{2}[0-9A-Z-]+\+\d+$/ }

export const isRoutingCode = (carrier: CarrierId, number: string) => ROUTING[carrier]?.test(number) ?? false
