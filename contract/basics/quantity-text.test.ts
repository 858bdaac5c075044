import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAXIMUM_STOCK, MINIMUM_ORDER } from './limits.ts'
import { readQuantity } from './quantity-text.ts'

test.each([
  [12_000, 12_000],
  ['12000', 12_000],
  ['12,000', 12_000],
  ['12 000', 12_000],
  ['12\u00a0000 pcs', 12_000],
  ["12'000", 12_000],
  ['12’000', 12_000],
  ['1.200.000', 1_200_000],
  ['1,200.00', 1_200],
  ['2,50,000', 250_000],
  ['1,00,000 pcs', 100_000],
  ['12,34,56,789', 123_456_789],
  ['1,00,000.00', 100_000],
  ['\u200e2000\u200b', 2_000],
  ['2000 szt.', 2_000],
  ['2000 шт', 2_000],
  ['2 000 pièces', 2_000],
  ['1.200,00', 1_200],
  ['12.0', 12],
  ['12,00', 12],
  ['12,000.000', 12_000],
  ['12k', 12_000],
  ['1.5k', 1_500],
  ['2,25 K pcs.', 2_250],
  ['Qty: 3000', 3_000],
  ['x 3000', 3_000],
  ['3000 ×', 3_000],
  ['2 x 1,000', 2_000],
  ['2 pcs × 1 000', 2_000],
  ['qty 12 x 500 pcs', 6_000],
  ['3000 Stück', 3_000],
  ['2000 (EA)', 2_000],
  ['1,500 (pcs.)', 1_500],
  ['１２０００', 12_000],
  ['0012', 12],
  ['1', 1],
  ['1000000000', MAXIMUM_STOCK],
])('%j are so many pieces: %i', (asked, pieces) => {
  expect(readQuantity(asked)).toBe(pieces)
})

test.each([undefined, '', '  ', '\u00a0'])('where nothing is said (%j) it is the minimum order', (asked) => {
  expect(readQuantity(asked)).toBe(MINIMUM_ORDER)
})

test.each([
  '12.000',
  '12.000 pcs',
  '0,500',
  '0.500',
  '12.5',
  '12.000 x 10',
  '2 x 12.000',
  '0 x 1000',
  '2 x 3 x 4',
  '2.5 x 2',
  '100000 x 100000',
  '12,5',
  '1,0,000',
  '100,00,000',
  '0,50,000',
  '2,50,00',
  '2,50.000',
  '2.50.000',
  '2,50,000.50',
  '2,50,000k',
  '10 boxes',
  '2000 (BX)',
  '2000 (',
  '2500,50',
  '2.500,50',
  '#N/A',
  '=A1*2',
  '12,0000',
  '1,2,3',
  '1 2',
  '1,234.567',
  '1.500k',
  '12m',
  '12kk',
  'k',
  'pcs',
  'x',
  '-5',
  '+5',
  '1e4',
  '0x10',
  '1000-2000',
  '1000/2000',
  'about 2000',
  '~2000',
  '2000?',
  'two thousand',
  '½',
  '1000000001',
  '9'.repeat(40),
  'Infinity',
  'NaN',
  '1 000,000 000',
  '٣٠٠٠',
  '0',
  '0k',
  '=1000',
  '1,000 000',
  0,
  -1,
  1.5,
  1e10,
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('%j is left to the buyer, not guessed', (asked) => {
  expect(readQuantity(asked)).toBeUndefined()
})

const pieces = fc.integer({ min: 1, max: MAXIMUM_STOCK })
const inGroups = (count: number, sign: string) => String(count).replace(/\B(?=(?:\d{3})+$)/g, sign)

test('a whole number comes out as it went in, however its thousands are parted and whatever stands around it', () => {
  const around = fc.constantFrom('', ' ', ' pcs', ' pieces', 'pcs.', ' ea', ' units', ' x')
  fc.assert(
    fc.property(pieces, fc.constantFrom('', ',', ' ', "'", '\u202f'), around, (count, sign, behind) => {
      expect(readQuantity(inGroups(count, sign) + behind)).toBe(count)
    }),
    { numRuns: 2_000 },
  )
})

test('points part thousands only where they cannot be a decimal point', () => {
  fc.assert(
    fc.property(pieces, (count) => {
      expect(readQuantity(inGroups(count, '.'))).toBe(count >= 1_000 && count < 1_000_000 ? undefined : count)
    }),
  )
})

test('whatever is typed is a whole number within its bounds, or left to the buyer', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,' kx-]{0,12}$/), fc.double())
  fc.assert(
    fc.property(typed, (asked) => {
      const read = readQuantity(asked)
      expect(read === undefined || (Number.isInteger(read) && read >= 1 && read <= MAXIMUM_STOCK)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
