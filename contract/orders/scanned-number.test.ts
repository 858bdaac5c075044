import { expect, test } from 'vitest'
import { carrierOfNumber, isTrackingNumber, normalTrackingNumber, trackingNumberProblem, type CarrierId } from './carriers.ts'
import { parcelMessages } from './parcel-messages.ts'

const [GS, RS, EOT] = ['\u001D', '\u001E', '\u0004'] as const
const maxiCode = (fields: string[]) => `[)>${RS}01${GS}${fields.join(GS)}${RS}${EOT}`
const upsFields = ['96841706672', '840', '001', '1Z12345675', 'UPSN', '12345E', '089', '', '1/1', '10.1', 'Y', '', '', 'UT']

/** Carrier, what a scanner reads, the number in it. */
const barcodes: [CarrierId, string, string][] = [
  // FedEx, 34 digits of Express and of Ground.
  ['fedex', '1001921334250001000300779017972697', '779017972697'],
  ['fedex', '1001921380360001000300639585804382', '639585804382'],
  ['fedex', '1002297871540001000300790695517286', '790695517286'],
  ['fedex', '9622001900000000000000776632517510', '776632517510'],
  ['fedex', '9622001560001234567100794808390594', '794808390594'],
  ['fedex', '9632001560123456789900794808390594', '794808390594'],
  // FedEx Ground '96'.
  ['fedex', '9611020987654312345672', '987654312345672'],
  ['fedex', '9612804882227378545377', '882227378545377'],
  ['fedex', '96 12 804 8822273 7854537 7', '882227378545377'],
  ['fedex', `[)>${RS}01${GS}0238103${GS}840${GS}01${GS}7790179726970201${GS}FDE${GS}510087020${GS}`, '779017972697'],
  ['fedex', '[)>010238103840017790179726970201FDE510087020', '779017972697'],
  // FedEx Ground Economy, delivered by USPS.
  ['fedex', '420221539261292700768711948021', '9261292700768711948021'],
  // UPS.
  ['ups', maxiCode(upsFields), '1Z12345E0112345675'],
  ['ups', maxiCode(upsFields).replaceAll(GS, '').replaceAll(RS, '').replaceAll(EOT, ''), '1Z12345E0112345675'],
  ['ups', maxiCode(upsFields.with(3, '1Z12345E0112345675')), '1Z12345E0112345675'],
  ['ups', ']C01Z12345E0205271688', '1Z12345E0205271688'],
  ['ups', '1Z 123 45E 02 0527 1688', '1Z12345E0205271688'],
  // USPS.
  ['usps', '420221539101026837331000039521', '9101026837331000039521'],
  ['usps', '4201002334249200190132607600833457', '9200190132607600833457'],
  ['usps', '4201028200009261290113185417468510', '9261290113185417468510'],
  ['usps', '4202215392748931507708513018050063', '92748931507708513018050063'],
  ['usps', `]C142022153${GS}9400111201080805483016`, '9400111201080805483016'],
  ['usps', `420221531234${GS}9400111201080805483016`, '9400111201080805483016'],
  ['usps', '(420) 22153 (94) 0011 1201 0808 0548 3016', '9400111201080805483016'],
  ['usps', '9400 1112 0108 0805 4830 16', '9400111201080805483016'],
  ['usps', '0307 1790 0005 2348 3741', '03071790000523483741'],
  // DHL.
  ['dhl', '(J) JD01 4600 0022 3344 6688', 'JJD014600002233446688'],
  ['dhl', 'JD014600002233446688', 'JJD014600002233446688'],
  ['dhl', 'JJD014600002233446688', 'JJD014600002233446688'],
  ['dhl', '(00) 3 4043416 109402150 1', '00340434161094021501'],
  ['dhl', ']C100340434161094021501', '00340434161094021501'],
  ['dhl', '(00)340434161094021501(420)53113', '00340434161094021501'],
  ['dhl', '0034043416109402150142053113', '00340434161094021501'],
  ['dhl', '1234567890', '1234567890'],
  // DPD.
  ['dpd', '%000380501234567890123101276', '01234567890123'],
  ['dpd', '000380501234567890123101276A', '01234567890123'],
]

test.each(barcodes)('of a barcode of %s, %j, the number is kept: %s', (carrier, scanned, number) => {
  expect(normalTrackingNumber(scanned, carrier)).toBe(number)
  expect(normalTrackingNumber(scanned.toLowerCase(), carrier)).toBe(number)
  expect(normalTrackingNumber(number, carrier)).toBe(number)
  expect(isTrackingNumber(carrier, number)).toBe(true)
})

test.each<[CarrierId, string]>([
  ['fedex', '1001921334250001000300779017972697'],
  ['fedex', '9612804882227378545377'],
  ['ups', maxiCode(upsFields)],
  ['usps', '420221539101026837331000039521'],
  ['dhl', 'JD014600002233446688'],
])('a barcode that only %s has chooses it: %j', (carrier, scanned) => {
  expect(carrierOfNumber(scanned)).toBe(carrier)
})

test.each<[CarrierId, string]>([
  ['ups', '42022153'],
  ['ups', '(420) 22153 1234'],
  ['ups', '(421) 276 53113'],
  ['usps', ']C142022153'],
  ['dhl', '(2L) DE53113+48000001'],
])('the barcode of %s that says where a parcel goes, %j, is told from its number', (carrier, scanned) => {
  expect(trackingNumberProblem(carrier, normalTrackingNumber(scanned, carrier))).toBe(parcelMessages.routingCode)
})

test.each<[CarrierId, string]>([
  ['ups', '1Z12345E0205271688/../..'],
  ['ups', maxiCode(upsFields.with(4, 'FDE'))],
  ['fedex', '2001921334250001000300779017972697'],
  ['dhl', '9622001900000000000000776632517510'],
  ['dpd', '1001921334250001000300779017972697'],
])('what is no barcode of %s, %j, is refused', (carrier, scanned) => {
  expect(trackingNumberProblem(carrier, normalTrackingNumber(scanned, carrier))).toContain('numbers have')
})
