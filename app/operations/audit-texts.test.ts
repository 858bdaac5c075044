import { expect, test } from 'vitest'
import { changedFigures, describeDetail } from './audit-texts.tsx'

test('the audit log tells amounts, pieces and carriers as the other screens do', () => {
  expect(describeDetail({ pieces: 1_300, carrier: 'ups', trackingNumber: '1Z' })).toBe('pieces 1,300, carrier UPS, tracking number 1Z')
  expect(describeDetail({ amountCents: 12_050, overCents: 50, consultant: 1_234_567 })).toBe(
    "amount $120.50, left over $0.50, consultant's number 1234567",
  )
  expect(changedFigures({ added: 500, available: 1_500 })).toContainEqual({ name: 'available', before: '1,000', after: '1,500' })
})
