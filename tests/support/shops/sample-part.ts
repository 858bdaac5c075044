import { USUAL_LEAD_DAYS } from '#contract/basics/limits.ts'
import type { Part } from '#contract/parts/parts.ts'

/** The default part of tests; without a part number the shop assigns one. */
export const sampleFields: Omit<Part, '_id'> = {
  name: 'Back cover',
  img: '/images/back-cover.webp',
  available: 10_000,
  price: 2.5,
  description: 'A part for a television set.',
  partNumber: '',
  priceBreaks: [],
  leadDays: USUAL_LEAD_DAYS,
}

/** A part as the API answers with it. */
export const samplePart: Part = { _id: '0198b2c0-0000-7000-8000-000000000001', ...sampleFields, partNumber: 'TF-000001' }
