import { expect, test } from 'vitest'
import { readVatId } from './vat-id.ts'

/** Ids with right check digits of every EU state, and of Switzerland, Great Britain, Northern Ireland and Norway. */
const right = [
  'ATU13585627',
  'BE0428759497',
  'BG175074752',
  'CY10259033P',
  'CZ25123891',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ESA13585625',
  'FI20774740',
  'FR40303265045',
  'HR33392005961',
  'HU12892312',
  'IE6388047V',
  'IT00743110157',
  'LT119511515',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL004495445B01',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
  'CHE116281710MWST',
  'GB980780684',
  'XI980780684',
  'NO923609016MVA',
  'BE1003456783',
  'IE1234567FA',
  'IE1234567WH',
  'IE1234567II',
  'IE1234567TW',
  'IE2A34567D',
  'CY60000012T',
  'SE123456789702',
  'LV32556677882',
  'NL123456789B13',
  'NLA12B4*67+930',
  'CHE116281710VAT',
]

test.each(right)('the VAT id %s is right, and with another digit wrong', (id) => {
  const changed = id.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))

  expect(readVatId(id)).toBe(id)
  expect(readVatId(changed)).toBeUndefined()
})

test('a VAT id is read as people write it', () => {
  expect(readVatId(' de 136 695 976 ')).toBe('DE136695976')
  expect(readVatId('CHE-116.281.710 MWST')).toBe('CHE116281710MWST')
  expect(readVatId('ＤＥ　１３６６９５９７６')).toBe('DE136695976')
  expect(readVatId('NLA12B4＊67＋930')).toBe('NLA12B4*67+930')
})

test('a VAT id has one stored form, however its letters or first zero are written', () => {
  expect([readVatId('GR 094259216'), readVatId('ＧＲ０９４２５９２１６'), readVatId('EL94259216')]).toEqual(Array(3).fill('EL094259216'))
  expect([readVatId('BE 428.759.497'), readVatId('UK980780684'), readVatId('xi gd 001')]).toEqual([
    'BE0428759497',
    'GB980780684',
    'XIGD001',
  ])
})

test('other states, other words and nothing are no VAT ids', () => {
  for (const typed of [
    '',
    'DE',
    '136695976',
    'GR094259217',
    'US123456789',
    'EU372000063',
    'DE136695976 or so',
    'XX',
    '12345678000195',
    'BE2003456785',
  ]) {
    expect([typed, readVatId(typed)]).toEqual([typed, undefined])
  }
})
