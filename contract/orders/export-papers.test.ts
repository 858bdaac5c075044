import { expect, test } from 'vitest'
import { goesAbroad } from './export-papers.ts'

test.each<[string, string, string, string, boolean]>([
  ['DE', 'DE', '20457', 'within a country', false],
  ['DE', 'FR', '75001', 'within the EU', false],
  ['DE', 'JP', '100-0001', 'to another continent', true],
  ['DE', 'CH', '8001', 'to a neighbour outside the EU', true],
  ['DE', 'ES', '38001', 'to Tenerife, which is outside the tax area of the EU', true],
  ['GB', 'FR', '75001', 'from outside the EU into it', true],
  ['US', 'US', '60601', 'within the United States', false],
])('from %s to %s %s, %s: papers for customs %j', (home, country, postalCode, _, expected) => {
  expect(goesAbroad(home, { country: country as 'DE', postalCode, city: '' })).toBe(expected)
})
