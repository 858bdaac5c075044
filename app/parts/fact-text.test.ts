import { expect, test } from 'vitest'
import type { PartFacts } from '#contract/parts/part-facts.ts'
import { factFields } from '#contract/parts/part-fields.ts'
import { factText, shownFacts } from '#app/parts/fact-text.ts'

const NONE = { ...Object.fromEntries(factFields.map((field) => [field, null])), line: [], attributes: [] } as unknown as PartFacts
const textsOf = (facts: PartFacts | undefined) => Object.fromEntries(shownFacts.map((field) => [field, factText(facts, field)]))

test('buyers read the weight of a piece, its country and its customs code', () => {
  expect(textsOf({ ...NONE, weight: 185.5, origin: 'VN', customsCode: '852990' })).toMatchObject({
    weight: '185.5 g',
    origin: 'Vietnam',
    customsCode: '852990',
  })
  expect(textsOf({ ...NONE, weight: 1_250 })).toMatchObject({ weight: '1.25 kg', origin: undefined, customsCode: undefined })
})

test('facts that a part does not have, or that are not known, are left out', () => {
  expect(Object.values(textsOf(NONE)).filter((text) => text !== undefined)).toEqual([])
  expect(Object.values(textsOf(undefined)).filter((text) => text !== undefined)).toEqual([])
})
