import { expect, test } from 'vitest'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import { promise } from '#app/company/content/home.ts'
import { builtFields, fieldsOfSettings, settingsOfFields } from './settings-fields.ts'

const values = { shopName: 'Panel Works', home: { heading: 'Panels' }, transferDays: 9, lowStockMails: false }
const built = builtFields(values)

test('the fields show what is in force: the owner’s values, else the built-in ones', () => {
  const fields = fieldsOfSettings(values)

  expect(fields).toMatchObject({ shopName: 'Panel Works', accent: '#1d4fd7', transferDays: '9', shortfallLimit: '50' })
  expect(fields.home).toMatchObject({ heading: 'Panels', promise })
  expect(fields.legal.terms).toMatch(/^# Who these terms are for\n\n/)
})

test('what is saved is what differs from the built-in values, so that the rest follows them', () => {
  const fields = fieldsOfSettings(values)

  expect(settingsOfFields(fields, built)).toEqual(values)
  const home = { ...fields.home, heading: ' ' }
  expect(settingsOfFields({ ...fields, shopName: DEFAULT_SHOP_NAME, home, transferDays: '7', lowStockMails: true }, built)).toEqual({})
})

test('the built-in imprint says who sells as far as the owner has set it', () => {
  const seller = {
    legalName: 'Panel Works Ltd.',
    street: 'Dock Road 1',
    city: 'Bonn',
    postalCode: '53113',
    country: 'DE',
    vatId: 'DE136695976',
  }

  expect(builtFields({ seller, contact: { phone: '+49 228 1' } }).legal.imprint).toBe(
    'Panel Works Ltd.\nDock Road 1\n53113 Bonn\nGermany\n\nVAT id DE136695976\n\nPhone +49 228 1',
  )
  expect(builtFields({}).legal.imprint).toMatch(/has not written its imprint yet/)
})
