import { expect, test } from 'vitest'
import { exportPaperMessages } from '#contract/orders/export-papers.ts'
import { readGrossKg, readPackages } from './typed-consignment.ts'

test.each<[string, number | string | undefined]>([
  ['', undefined],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0,125', 0.125],
  ['1000 kg', 1_000],
  ['1.250,5', 1_250.5],
  ['1,000', '1,000 may be 1 kg or 1000 kg: write it so.'],
  ['1.234', '1.234 may be 1.2340 kg or 1234 kg: write it so.'],
  ['kg', exportPaperMessages.grossKg],
  ['ten', exportPaperMessages.grossKg],
  ['0', exportPaperMessages.grossKg],
  ['-3', exportPaperMessages.grossKg],
])('a gross weight of %j is read as %j', (typed, expected) => {
  const { value, problem } = readGrossKg(typed)

  expect(value ?? problem).toBe(expected)
})

test.each<[string, number | string | undefined]>([
  [' ', undefined],
  ['12', 12],
  ['1,200', 1_200],
  ['1.200', exportPaperMessages.packages],
  ['0', exportPaperMessages.packages],
  ['200,000', exportPaperMessages.packages],
  ['two', exportPaperMessages.packages],
])('packages of %j are read as %j', (typed, expected) => {
  const { value, problem } = readPackages(typed)

  expect(value ?? problem).toBe(expected)
})
