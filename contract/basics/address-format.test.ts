import { expect, test } from 'vitest'
import { placeFieldsOf, placeLines, type PlaceField } from './address-format.ts'
import { countryCodes } from './countries.ts'
import { addressLines, type ShipTo } from '../orders/ship-to.ts'

const ann = { name: 'Ann Buyer', company: 'Parts Ltd', phone: '+1 555 0100' }
const to = (street: string, city: string, state: string, postalCode: string, country: string): ShipTo => ({
  ...ann,
  street,
  city,
  ...(state !== '' && { state }),
  postalCode,
  country,
})

/** As the post of each country wants it. */
test.each<[string, ShipTo, string[]]>([
  ['US', to('1 Main St', 'Springfield', 'IL', '62701', 'US'), ['1 Main St', 'Springfield, IL 62701', 'United States of America']],
  ['CA', to('1 Queen St', 'Toronto', 'ON', 'M5V 2T6', 'CA'), ['1 Queen St', 'Toronto ON M5V 2T6', 'Canada']],
  ['AU', to('1 George St', 'Sydney', 'NSW', '2000', 'AU'), ['1 George St', 'Sydney NSW 2000', 'Australia']],
  ['GB', to('10 Downing St', 'London', '', 'SW1A 2AA', 'GB'), ['10 Downing St', 'London', 'SW1A 2AA', 'United Kingdom']],
  ['DE', to('Dock Road 1', 'Hamburg', '', '20457', 'DE'), ['Dock Road 1', '20457 Hamburg', 'Germany']],
  ['FR', to('1 rue de Rivoli', 'Paris', '', '75001', 'FR'), ['1 rue de Rivoli', '75001 Paris', 'France']],
  ['IT', to('Via Roma 1', 'Milano', 'MI', '20121', 'IT'), ['Via Roma 1', '20121 Milano MI', 'Italy']],
  ['ES', to('Calle Mayor 1', 'Alcobendas', 'Madrid', '28100', 'ES'), ['Calle Mayor 1', '28100 Alcobendas Madrid', 'Spain']],
  ['BR', to('Av. Paulista 1', 'São Paulo', 'SP', '01310-100', 'BR'), ['Av. Paulista 1', 'São Paulo-SP', '01310-100', 'Brazil']],
  ['MX', to('Reforma 1', 'Puebla', 'Pue.', '72000', 'MX'), ['Reforma 1', '72000 Puebla, Pue.', 'Mexico']],
  ['IN', to('1 MG Road', 'Bengaluru', 'Karnataka', '560001', 'IN'), ['1 MG Road', 'Bengaluru 560001', 'Karnataka', 'India']],
  [
    'CN',
    to('1 Nanjing Rd', 'Shanghai', 'Shanghai', '200001', 'CN'),
    ['1 Nanjing Rd', 'Shanghai', 'Shanghai, 200001', "People's Republic of China"],
  ],
  ['IE', to('1 Main St', 'Cork', 'County Cork', 'T12 X70A', 'IE'), ['1 Main St', 'Cork', 'County Cork', 'T12 X70A', 'Ireland']],
  ['JP', to('4-1 Ginza', 'Chuo-ku', 'Tokyo', '104-0061', 'JP'), ['4-1 Ginza', 'Chuo-ku, Tokyo', '104-0061', 'Japan']],
  ['AE', to('Sheikh Zayed Rd 1', 'Deira', 'Dubai', '', 'AE'), ['Sheikh Zayed Rd 1', 'Deira', 'Dubai', 'United Arab Emirates']],
  ['SG', to('1 Raffles Place', 'Singapore', '', '048616', 'SG'), ['1 Raffles Place', 'SINGAPORE 048616', 'Singapore']],
])('an address in %s reads as its post wants it', (_, shipTo, lines) => {
  const read = addressLines(shipTo).split('\n')

  expect(read.slice(0, 2).toSorted()).toEqual(['Ann Buyer', 'Parts Ltd'])
  expect(read.slice(2)).toEqual(lines)
})

test('an address in Chinese writing begins with the largest place', () => {
  const place = { street: '南京路1号', city: '黄浦区', state: '上海市', postalCode: '200001', country: 'CN' }

  expect(placeLines(place)).toEqual(['200001', '上海市黄浦区', '南京路1号'])
})

test.each([
  ['US', 'Springfield 62701'],
  ['CA', 'Springfield 62701'],
  ['DE', '62701 Springfield'],
])('an address without a state, as all were before, is whole in %s', (country, line) => {
  expect(addressLines(to('1 Main St', 'Springfield', '', '62701', country)).split('\n')).toContain(line)
})

test('in every country nothing of an address is lost, and nothing stands twice', () => {
  const typed = { street: 'Street-1', city: 'Town-2', state: 'Region-3', postalCode: 'Code-4' }

  const wrong = countryCodes.filter((country) => {
    const read = addressLines(to(typed.street, typed.city, typed.state, typed.postalCode, country))
    return ![...Object.values(typed), ann.name, ann.company].every((part) => read.split(part).length === 2)
  })

  expect(wrong).toEqual([])
})

test.each<[string, PlaceField[]]>([
  ['', ['city', 'state', 'postalCode']],
  ['US', ['city', 'state', 'postalCode']],
  ['DE', ['postalCode', 'city']],
  ['GB', ['city', 'postalCode']],
  ['IT', ['postalCode', 'city', 'state']],
  ['JP', ['state', 'postalCode', 'city']],
  ['AE', ['state', 'city', 'postalCode']],
])('a form for an address in %j has these fields, in their order', (country, fields) => {
  expect(placeFieldsOf(country)).toEqual(fields)
})
