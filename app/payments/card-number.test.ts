import { describe, expect, test } from 'vitest'
import { cardWords } from '#app/words/card-entry.ts'
import { cardBrandName, cardNumberProblem, cvcLength, cvcProblem, groupCardNumber } from './card-number.ts'

describe('a card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242', 'Visa'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242', 'Visa'],
    ['  5555 5555 5555 4444 ', '5555 5555 5555 4444', 'Mastercard'],
    ['2223003122003222', '2223 0031 2200 3222', 'Mastercard'],
    ['378282246310005', '3782 822463 10005', 'American Express'],
    ['6011111111111117', '6011 1111 1111 1117', 'Discover'],
    ['30569309025904', '3056 930902 5904', 'Diners Club'],
    ['3566002020360505', '3566 0020 2036 0505', 'JCB'],
    ['6200000000000005', '6200 0000 0000 0005', 'UnionPay'],
  ])('%j is shown as %j of %s and accepted', (typed, shown, brand) => {
    expect(groupCardNumber(typed)).toBe(shown)
    expect(cardBrandName(shown)).toBe(brand)
    expect(cardNumberProblem(shown)).toBeUndefined()
  })

  test('takes no more digits than its brand has', () => {
    expect(groupCardNumber('42424242424242429')).toBe('4242 4242 4242 4242')
  })

  test('tells an unfinished number from a wrong one', () => {
    expect(cardNumberProblem('')).toBe(cardWords.numberIncomplete)
    expect(cardNumberProblem('4242 4242')).toBe(cardWords.numberIncomplete)
    expect(cardNumberProblem('4242 4242 4242 4241')).toBe(cardWords.numberInvalid)
  })
})

describe('a security code', () => {
  test('has up to four digits on American Express and three elsewhere', () => {
    expect(cvcLength('3782')).toBe(4)
    expect(cvcLength('4242')).toBe(3)
    expect(cvcProblem('123')).toBeUndefined()
    expect(cvcProblem('12')).toBe(cardWords.securityCodeIncomplete)
    expect(cvcProblem('')).toBe(cardWords.securityCodeIncomplete)
  })
})
