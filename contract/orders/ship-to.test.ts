import { expect, test } from 'vitest'
import { countryCodes } from '../basics/countries.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import { addressLines } from './ship-to.ts'

const dock = { name: 'Ann Buyer', company: '', street: 'Dock Road 1', city: 'Hamburg', postalCode: '', country: 'DE', phone: '+49 40 1' }

test('an address reads as lines, without those that are empty', () => {
  expect(addressLines(dock)).toBe('Ann Buyer\nDock Road 1\nHamburg\nGermany')
})

test('the longest address of every country fits where addresses are typed', () => {
  const { name, street, city, state, postalCode } = TEXT_LIMITS
  const longest = {
    ...dock,
    name: 'n'.repeat(name),
    company: 'c'.repeat(name),
    street: 's'.repeat(street),
    city: 'c'.repeat(city),
    state: 's'.repeat(state),
    postalCode: '1'.repeat(postalCode),
  }

  const lengths = countryCodes.map((country) => addressLines({ ...longest, country }).length)

  expect(Math.max(...lengths)).toBeLessThanOrEqual(TEXT_LIMITS.address)
})
