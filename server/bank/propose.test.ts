import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propose, type Candidate, type MovementFields } from './propose.ts'

const REFERENCE = 'RF18539007547034'
const bill = (billId: string, fields: Partial<Candidate> = {}): Candidate => ({
  billId,
  openCents: 1_000,
  waits: true,
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
