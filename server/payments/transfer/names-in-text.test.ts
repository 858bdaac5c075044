import { expect, test } from 'vitest'
import { isCreditorReference } from './creditor-reference.ts'
import { namesIn } from './names-in-text.ts'

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
  expect(namesIn({ text: 'rf18 5390 0754 7034thank you', reference: '' }).references).toEqual(['RF18539007547034'])
  expect(namesIn({ text: 'RF19539007547034', reference: '' }).references).toEqual([])
  expect(namesIn({ text: 'inv-2026-12 INV2026-000013', reference: '' }).invoices).toEqual(['INV-2026-000012', 'INV-2026-000013'])
  expect(namesIn({ text: 'SEPA TO-99 HELLO-12', reference: '' }).orders).not.toContain(99)
})

test.each<[string, number[]]>([
  ['O-000046', [46]],
  ['O–000046', [46]],
  ['O\u2011000046', [46]],
  ['O\u00ad-000046', [46]],
  ['o-46, o 47', [46, 47]],
  ['O-000046 28.11.2026', [46]],
  ['O-000046 28112026', [46]],
  ['O-00004628.11.2026', [46]],
  ['O-46 28.11.26', [46]],
  ['INV-2026-000025/O-000046', [46]],
  ['O-00 0046', [46]],
  ['O-0000 46 28.11.', [46]],
  ['O- 000 046', [46]],
  ['O -000046', [46]],
  ['O-123 456', [123, 123_456]],
  ['O-46 128', [46]],
  ['(O-000046)', [46]],
  ['ORDER:O-000046', [46]],
  ['PO 4711 O-000046', [46]],
  ['EREF/O-000046', [46]],
  ['A. Buyer S. O-000046', [46]],
  ['P. O. 46', []],
  ['your order O-000046', [46]],
  ['P/O 46 thanks', []],
  ['P.O. 46', []],
  ['P O 46', []],
  ['PO-46', []],
  ['PO: O-46', []],
  ['P/O no. O-46', []],
  ['purchase order no. O-46', []],
  ['our order O-46', []],
  ['unsere Bestellung O-46', []],
  ['c/o 46 Main Street', []],
  ['W/O-000046', []],
  ['order no. 46', []],
  ['NO 46', []],
  ['O-0000046', []],
  ['O 28.11.2026', []],
])('the orders that %s names', (text, orders) => {
  expect(namesIn({ text, reference: '' }).orders).toEqual(orders)
})

test.each<[string, string[]]>([
  ['INV-2026-000025 28.11.2026', ['INV-2026-000025']],
  ['INV-2026-000025 2026-11-28', ['INV-2026-000025']],
  ['INV-2026-00002528.11.2026', ['INV-2026-000025']],
  ['INV-2026-000025 28112026', ['INV-2026-000025']],
  ['INV–2026–000025', ['INV-2026-000025']],
  ['INV\u20112026\u2011000025', ['INV-2026-000025']],
  ['I NV-20 26-0000 25', ['INV-2026-000025']],
  ['inv 2026 000025', ['INV-2026-000025']],
  ['INV2026000025', ['INV-2026-000025']],
  ['INV-2026-25, INV-2026-26', ['INV-2026-000025', 'INV-2026-000026']],
  ['INV-2026-0000251', []],
  ['ThanksINV-2026-000025', ['INV-2026-000025']],
  ['ACC-PINV-2026-00025', []],
])('the invoices that %s names', (text, invoices) => {
  expect(namesIn({ text, reference: '' }).invoices).toEqual(invoices)
})
