import { expect, test } from 'vitest'
import { carriedBy, carrierOfNumber, isTrackingNumber, normalTrackingNumber, trackingLink, type CarrierId } from './carriers.ts'

test.each<[CarrierId, string]>([
  ['dhl', '1234567890'],
  ['dhl', '00340434161094021501'],
  ['dhl', 'JJD000390007827654321'],
  ['dhl', 'RR123456789DE'],
  ['ups', '1Z999AA10123456784'],
  ['ups', 'T1234567890'],
  ['fedex', '123456789012'],
  ['fedex', '961207780123456'],
  ['fedex', '9612077801234567890123'],
  ['dpd', '01234567890123'],
  ['gls', '12345678901'],
  ['gls', 'ZDA1B2C3'],
  ['hermes', '12345678901234'],
  ['hermes', 'H1000730000000001012'],
  ['usps', '9400111899560000000000'],
  ['usps', 'EA123456789US'],
  ['tnt', '123456785'],
  ['tnt', 'GE123456789DE'],
  ['sf', 'SF1234567890123'],
  ['sf', '123456789012'],
  ['other', 'AB-2026-0001'],
])('a number of %s looks like %s', (carrier, number) => {
  expect(isTrackingNumber(carrier, number)).toBe(true)
})

test.each<[CarrierId, string]>([
  ['dhl', '123456789'],
  ['dhl', 'JJD'],
  ['ups', '1Z999AA1012345678'],
  ['ups', '1Z999AA10123456784/../..'],
  ['fedex', '1234567890123'],
  ['dpd', '0123456789012'],
  ['gls', '1234567'],
  ['hermes', '1234567890123'],
  ['usps', 'EA123456789DE'],
  ['tnt', 'GE12345678DE'],
  ['sf', 'SF12345'],
  ['other', 'AB'],
  ['other', 'javascript:alert(1)'],
  ['other', 'AB 1234'],
  ['other', 'ÄB1234'],
])('a number of %s is never %s', (carrier, number) => {
  expect(isTrackingNumber(carrier, number)).toBe(false)
})

test('a number is compared without spaces and in capitals', () => {
  expect(normalTrackingNumber(' 1z 999 aa1 01\u00a02345 6784\n')).toBe('1Z999AA10123456784')
})

test('a number that only one carrier can have names it', () => {
  const numbers = ['1Z999AA10123456784', 'JJD000390007827654321', 'EA123456789US', '123456789012', '01234567890123', 'nothing']

  expect(numbers.map(carrierOfNumber)).toEqual(['ups', 'dhl', undefined, undefined, undefined, undefined])
})

test("a parcel of another carrier is followed by the shop's own link, or not at all", () => {
  expect(trackingLink('other', 'AB-1234', 'https://carrier.example.com/?id={number}')).toBe('https://carrier.example.com/?id=AB-1234')
  expect(trackingLink('other', 'AB-1234')).toBeUndefined()
  expect(trackingLink('ups', '1Z999AA10123456784')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
})

test('carrier and number are said by name, also those that this release does not know', () => {
  expect(carriedBy({ carrier: 'sf', trackingNumber: 'SF1234567890123' })).toBe('SF Express SF1234567890123')
  expect(carriedBy({ carrier: 'colissimo', trackingNumber: null })).toBe('colissimo')
  expect(carriedBy({ carrier: null, trackingNumber: null })).toBe('')
})
