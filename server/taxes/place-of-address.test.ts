import { expect, test } from 'vitest'
import { countryInText, placeOfAddress, textOfAddress } from './place-of-address.ts'

test.each([
  ['350 Fifth Avenue\nNew York, NY 10118\nUSA', 'US'],
  ['350 Fifth Avenue, New York, NY 10118, United States', 'US'],
  ['12 rue de Rivoli\n75001 Paris\nFrance', 'FR'],
  ['Am Hafen 1, 20457 Hamburg, Deutschland', 'DE'],
  ['1 High Street\nLeeds\nUK', 'GB'],
  ['Via Roma 1\n00184 Roma\nItalia.', 'IT'],
  ['1-1 Chiyoda, Tokyo, 日本', 'JP'],
])('the country that ends %j is read', (address, country) => {
  expect(countryInText(address)).toBe(country)
})

test.each([
  'Dock Road 1, 20457 Hamburg',
  '350 Fifth Avenue, New York, NY',
  '1 Lake Street, Chicago, IL',
  '1 Bay Street, San Francisco, CA',
  '1 Peachtree Street, Atlanta, Georgia',
  'Old Road 7\nSanta Fe, New Mexico',
  'USA Street 5\nBonn',
  '',
])('in %j no country is guessed', (address) => {
  expect(countryInText(address)).toBe(undefined)
})

test('a text to another tax area than its country is taken as that; the country beside it wins, and ends the text', () => {
  expect(placeOfAddress({ address: '1 Main Street\nBelfast BT1 5GS\nUnited Kingdom' })).toEqual({ country: 'GB', postalCode: 'BT1' })
  expect(placeOfAddress({ address: '1 Main Street\nBelfast\nNorthern Ireland' })).toEqual({ country: 'GB', postalCode: 'BT1' })
  expect(placeOfAddress({ address: 'Calle 1\n38001 Santa Cruz\nSpain' })).toEqual({ country: 'ES', postalCode: '38001' })
  expect(placeOfAddress({ address: 'Calle 1\n28001 Madrid', country: 'ES' })).toEqual({ country: 'ES', postalCode: '' })
  expect(placeOfAddress({ address: 'Calle 1\n28001 Madrid' })).toBe(undefined)
  expect(textOfAddress(' Calle 1\n28001 Madrid ', 'ES')).toBe('Calle 1\n28001 Madrid\nSpain')
  expect(textOfAddress('Calle 1\n28001 Madrid\nEspaña', 'ES')).toBe('Calle 1\n28001 Madrid\nEspaña')
})
