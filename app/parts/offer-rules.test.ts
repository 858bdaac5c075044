import type { UseFormGetValues } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { MAXIMUM_PRICE_BREAKS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { Part } from '#contract/parts/parts.ts'
import { ApiError } from '#app/api/api-error.ts'
import { showRefusal } from '#app/ui/form-fields.ts'
import { samplePart } from '#tests/support/shops/sample-part.ts'
import {
  changedOffer,
  leadDaysProblem,
  NO_OFFER,
  priceProblem,
  readOffer,
  stepPriceProblem,
  stepStartProblem,
  typedOffer,
  type OfferFields,
} from './offer-rules.ts'

const part: Part = {
  ...samplePart,
  available: 5_000,
  price: 0.0095,
  partNumber: 'TB-1',
  priceBreaks: [
    { from: 5_000, price: 0.0093 },
    { from: 10_000, price: 0.0071 },
  ],
}

const withSteps = (...steps: [string, string][]): OfferFields => ({
  ...NO_OFFER,
  price: '2.5',
  priceBreaks: steps.map(([from, price]) => ({ from, price })),
})

test('what a part is offered at stands in the form and is sent back unchanged', () => {
  const { price, partNumber, leadDays, priceBreaks } = part
  const sent = readOffer(typedOffer(part))

  expect({
    ...sent,
    price: Number(sent.price),
    priceBreaks: sent.priceBreaks.map((step) => ({ ...step, price: Number(step.price) })),
  }).toEqual({
    price,
    partNumber,
    leadDays,
    priceBreaks,
  })
})

test('only what was changed is sent, a ladder as a whole, with what was seen of the part', () => {
  const opened = typedOffer(part)
  const { price, partNumber, leadDays, priceBreaks } = part
  const seen = { price, priceBreaks, leadDays, partNumber }

  expect(changedOffer(part, opened)).toEqual({})
  expect(changedOffer(part, { ...opened, price: '0.0096' })).toEqual({ price: '0.0096', seen })
  expect(changedOffer(part, { ...opened, leadDays: '3' })).toEqual({ leadDays: 3, seen })
  expect(changedOffer(part, { ...opened, priceBreaks: opened.priceBreaks.slice(0, 1) })).toEqual({
    priceBreaks: [{ from: 5_000, price: '0.0093' }],
    seen,
  })
  expect(changedOffer(part, { ...opened, priceBreaks: [] })).toEqual({ priceBreaks: [], seen })
})

test('a lead time that is left empty is not sent', () => {
  expect(readOffer({ ...NO_OFFER, price: ' 2.5 ' })).toEqual({ price: '2.5', partNumber: '', priceBreaks: [] })
})

test.each([
  ['', messages.partPriceRequired],
  ['0', messages.priceInvalid],
  ['1,5', messages.priceInvalid],
  ['0.00001', messages.priceInvalid],
  ['10000000.01', messages.priceInvalid],
  ['10000000', true],
  ['0.0042', true],
])('the price %j is answered with %j', (typed, problem) => {
  expect(priceProblem(typed)).toBe(problem)
})

test.each([
  ['', false, true],
  ['', true, messages.leadDaysBounds],
  ['0', true, true],
  ['365', true, true],
  ['366', true, messages.leadDaysBounds],
  ['-1', true, messages.leadDaysBounds],
  ['two', true, messages.leadDaysBounds],
])('the lead time %j, required: %j, is answered with %j', (typed, isRequired, problem) => {
  expect(leadDaysProblem(typed, isRequired)).toBe(problem)
})

describe('a step', () => {
  test.each(['', '1000', '1000.5', 'many', '1000000001'])('that starts at %j is asked for pieces above 1000', (from) => {
    expect(stepStartProblem(withSteps([from, '2']), 0)).toBe(messages.breakQuantity)
  })

  test.each(['5000', '4999'])('that starts at %j does not start behind one at 5000', (from) => {
    expect(stepStartProblem(withSteps(['5000', '2'], [from, '1']), 1)).toBe(messages.breakQuantityRises)
  })

  test('may start one piece behind the minimum order, and one behind the step before', () => {
    const typed = withSteps(['1001', '2'], ['1002', '1'])
    expect([stepStartProblem(typed, 0), stepStartProblem(typed, 1)]).toEqual([true, true])
  })

  test.each([
    ['2.5', messages.breakPriceFalls],
    ['3', messages.breakPriceFalls],
    ['', messages.partPriceRequired],
    ['0', messages.priceInvalid],
    ['2.4999', true],
  ])('at %j is measured by the price of the part: %j', (price, problem) => {
    expect(stepPriceProblem(withSteps(['5000', price]), 0)).toBe(problem)
  })

  test('is measured by the step before it', () => {
    expect(stepPriceProblem(withSteps(['5000', '2'], ['6000', '2']), 1)).toBe(messages.breakPriceFalls)
    expect(stepPriceProblem(withSteps(['5000', '2'], ['6000', '1.9']), 1)).toBe(true)
  })

  test('behind one that cannot be read is not blamed for it', () => {
    const typed = withSteps(['x', 'y'], ['6000', '2'])
    expect([stepStartProblem(typed, 1), stepPriceProblem(typed, 1)]).toEqual([true, true])
  })
})

test("each of the server's sentences has its place, up to the last step", () => {
  const priceBreaks = Array.from({ length: MAXIMUM_PRICE_BREAKS }, () => ({ from: '2000', price: '1' }))
  const fields = ['price', 'partNumber', 'leadDays', 'priceBreaks', 'priceBreaks.0.from', 'priceBreaks.9.price']
  const placed: string[] = []
  const form = {
    getValues: (() => ({ ...NO_OFFER, priceBreaks })) as UseFormGetValues<OfferFields>,
    setError: (name: string) => placed.push(name),
  }
  const refusal = {
    code: 'INVALID_INPUT',
    message: 'no',
    fields: [...fields, 'unknown'].map((field) => ({ field, message: field })),
  } as const

  expect(showRefusal(form, new ApiError(400, refusal))).toBeUndefined()

  expect(placed).toEqual(fields)
})
