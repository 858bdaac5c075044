import { expect, test } from 'vitest'
import { missingSellerFields, missingToCharge } from './seller.ts'

const seller = {
  legalName: 'Sample GmbH',
  street: 'Dock Road 4',
  city: 'Bonn',
  postalCode: '53113',
  country: 'DE',
  email: 'sales@example.com',
  vatId: 'DE136695976',
}

test('an invoice needs name, address, email and a tax id of its seller', () => {
  expect(missingSellerFields({})).toEqual([
    'seller.legalName',
    'seller.street',
    'seller.city',
    'seller.country',
    'seller.email',
    'seller.vatId',
  ])
  expect(missingSellerFields({ seller })).toEqual([])
})

test('a tax number will do where no VAT of the EU is charged', () => {
  const { vatId: _, ...rest } = seller
  const unregistered = { ...rest, taxNumber: '205/123' }

  expect(missingSellerFields({ seller: unregistered })).toEqual([])
  expect(missingSellerFields({ seller: unregistered, tax: { charges: 'vat' } })).toEqual(['seller.vatId'])
  expect(missingSellerFields({ seller: { ...unregistered, country: 'US' }, tax: { charges: 'stripe' } })).toEqual([])
})

test('a postal code is needed where all addresses have one', () => {
  const { postalCode: _, ...rest } = seller

  expect(missingSellerFields({ seller: rest })).toEqual(['seller.postalCode'])
  expect(missingSellerFields({ seller: { ...rest, country: 'HK' } })).toEqual([])
})

test('a tax currency other than the dollar needs its exchange rate', () => {
  expect(missingSellerFields({ seller, tax: { currency: 'EUR' } })).toEqual(['tax.rateToTaxCurrency'])
  expect(missingSellerFields({ seller, tax: { currency: 'EUR', rateToTaxCurrency: '0.92' } })).toEqual([])
  expect(missingSellerFields({ seller, tax: { currency: 'USD' } })).toEqual([])
})

test('tax is charged by a seller with a country, VAT of the EU by one with a VAT id', () => {
  expect(missingToCharge({})).toEqual([])
  expect(missingToCharge({ tax: { charges: 'vat' } })).toEqual(['seller.country'])
  expect(missingToCharge({ tax: { charges: 'vat' }, seller: { country: 'FR' } })).toEqual(['seller.vatId'])
  expect(missingToCharge({ tax: { charges: 'vat' }, seller: { country: 'CH' } })).toEqual([])
  expect(missingToCharge({ tax: { charges: 'vat' }, seller: { country: 'GB', postalCode: 'LS1 1UR' } })).toEqual([])
  expect(missingToCharge({ tax: { charges: 'vat' }, seller: { country: 'GB', postalCode: 'BT1 5GS' } })).toEqual(['seller.vatId'])
})
