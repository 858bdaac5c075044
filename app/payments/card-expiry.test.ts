import { describe, expect, test } from 'vitest'
import { cardWords } from '#app/words/card-entry.ts'
import { expiryProblem, formatExpiry, parseExpiry } from './card-expiry.ts'

const now = new Date(2026, 10, 21)

describe('an expiry date', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['5', '05'],
    ['1/', '01/'],
    ['12', '12'],
    ['12/', '12/'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['12 / 30', '12/30'],
    ['12/2030', '12/2030'],
    ['12/305', '12/30'],
    ['930', '09/30'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  test('is read with two or four digits of the year', () => {
    expect(parseExpiry('12/30')).toEqual({ month: 12, year: 2030 })
    expect(parseExpiry('12/2030')).toEqual({ month: 12, year: 2030 })
    expect(parseExpiry('13/30')).toBeUndefined()
  })

  test('holds until its month ends', () => {
    expect(expiryProblem('11/26', now)).toBeUndefined()
    expect(expiryProblem('10/26', now)).toBe(cardWords.expired)
  })

  test('tells an unfinished date from an impossible one', () => {
    expect(expiryProblem('', now)).toBe(cardWords.expiryIncomplete)
    expect(expiryProblem('12/3', now)).toBe(cardWords.expiryIncomplete)
    expect(expiryProblem('13/30', now)).toBe(cardWords.expiryInvalid)
    expect(expiryProblem('00/30', now)).toBe(cardWords.expiryInvalid)
    expect(expiryProblem('12/99', now)).toBe(cardWords.expiryInvalid)
  })
})
