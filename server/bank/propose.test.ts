import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCreditorReference } from './creditor-reference.ts'
import { namesIn, propose, type Candidate, type MovementFields } from './propose.ts'

const REFERENCE = 'RF18539007547034'
const bill = (billId: string, fields: Partial<Candidate> = {}): Candidate => ({
  billId,
  openCents: 1_000,
  reference: null,
  orders: [],
  invoices: [],
  names: [],
  accounts: [],
  ...fields,
})
const told = (fields: Partial<MovementFields> = {}): MovementFields => ({
  amount: 1_000,
  payer: '',
  payerAccount: '',
  text: '',
  reference: '',
  ...fields,
})

test.each([
  ['RF18539007547034', true],
  ['RF18000000000539007547034', true],
  ['RF19539007547034', false],
  ['RF18539007547043', false],
  ['RF18', false],
  ['DE89370400440532013000', false],
])('the check digits of %s: %s', (reference, right) => {
  expect(isCreditorReference(reference)).toBe(right)
})

test('what a text names', () => {
  expect(namesIn({ text: 'Order O-000123 and o-5, also O 7', reference: '' }).orders.toSorted((a, b) => a - b)).toEqual([5, 7, 123])
  expect(namesIn({ text: 'rf18 5390 0754 7034thank you', reference: '' }).references).toEqual([REFERENCE])
  expect(namesIn({ text: 'RF19539007547034', reference: '' }).references).toEqual([])
  expect(namesIn({ text: 'inv-2026-12 INV2026-000013', reference: '' }).invoices).toEqual(['INV-2026-000012', 'INV-2026-000013'])
  expect(namesIn({ text: 'SEPA TO-99 HELLO-12', reference: '' }).orders).not.toContain(99)
})

test('a reference counts before an amount, and an amount that differs is only likely', () => {
  const bills = [bill('a', { reference: REFERENCE, openCents: 5_000 }), bill('b', { openCents: 1_000 })]
  expect(propose(told({ text: REFERENCE, amount: 5_000 }), bills)).toEqual({
    certainty: 'sure',
    bills: [{ billId: 'a', cents: 5_000, why: ['reference', 'amount'] }],
  })
  expect(propose(told({ text: REFERENCE }), bills)).toMatchObject({ certainty: 'likely', bills: [{ billId: 'a', cents: 1_000 }] })
})

test('only the bill of this amount is a guess; two of them are none', () => {
  expect(propose(told(), [bill('a'), bill('b', { openCents: 7 })])).toMatchObject({ certainty: 'guess', bills: [{ billId: 'a' }] })
  expect(propose(told(), [bill('a'), bill('b')])).toBeUndefined()
})

test('a payer who pays all that they owe at once', () => {
  const owed = [bill('a', { names: ['Möbel & Söhne GmbH'], openCents: 400 }), bill('b', { names: ['Möbel & Söhne GmbH'], openCents: 600 })]
  expect(propose(told({ payer: 'MOEBEL UND SOEHNE' }), owed)).toBeUndefined()
  expect(propose(told({ payer: 'MOBEL UND SOHNE GMBH' }), owed)).toMatchObject({
    certainty: 'likely',
    bills: [{ billId: 'a' }, { billId: 'b' }],
  })
})

test('never more than the movement has, nor more than is open of a bill', () => {
  const candidate = fc.record({ openCents: fc.integer({ min: 1, max: 5_000 }), order: fc.integer({ min: 1, max: 9 }), named: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_000 }), fc.array(candidate, { maxLength: 8 }), (amount, list) => {
      const bills = list.map(({ openCents, order }, index) => bill(String(index), { openCents, orders: [order] }))
      const text = list.flatMap(({ named, order }) => (named ? [`O-${order}`] : [])).join(' ')
      const proposed = propose(told({ amount, text }), bills)?.bills ?? []
      expect(proposed.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(amount)
      for (const { billId, cents } of proposed) expect(cents).toBeLessThanOrEqual(bills[Number(billId)]!.openCents)
    }),
  )
})
