import { expect, test } from 'vitest'
import { factFields, factMessage, fieldProblems, importFields, numberFields, problemOf } from './part-fields.ts'

test('a wrong cell of each field has its sentence, and each sentence a field', () => {
  expect(new Set(importFields.map(problemOf))).toEqual(new Set(Object.keys(fieldProblems)))
})

test('a wrong fact has the sentence that its form says, but for the category, which is chosen', () => {
  expect(factFields.filter((field) => factMessage(field) === undefined)).toEqual(['category'])
  expect(factMessage('minimumOrder')).toBe('Enter whole pieces from 1 on, or nothing.')
})

test('columns of numbers that may have decimals come before those of whole numbers', () => {
  expect(numberFields).toEqual(
    ['price', 'priceBreaks', 'attributes', 'weight', 'samplePrice', 'smallPrices'].concat([
      'leadDays',
      'available',
      'minimumOrder',
      'orderStep',
      'madeMonthly',
      'packPieces',
      'samplePieces',
      'lowStockBelow',
    ]),
  )
})
