import { beforeEach, describe, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { KeptStorage } from '#app/identity/session-state.ts'
import { samplePart } from '#tests/support/shops/sample-part.ts'
import { draftOrder, findDraft, forgetDraft, saveDraft, updateDraft, withFigures } from './order-draft.ts'

const part: Part = { ...samplePart, available: 12_500, price: 0.0042 }
const otherPart: Part = { ...part, _id: '0198b2c0-0000-7000-8000-000000000002', name: 'Stand' }
const email = 'ann@example.com'

let storage: KeptStorage
let saved: Map<string, string>

beforeEach(() => {
  saved = new Map()
  storage = {
    getItem: (key) => saved.get(key) ?? null,
    setItem: (key, value) => void saved.set(key, value),
    removeItem: (key) => void saved.delete(key),
  }
})

describe('an order draft', () => {
  test('is kept under the specified keys with the specified fields', () => {
    saveDraft(draftOrder(part, 2_000, email), storage)

    expect(JSON.parse(saved.get('order') ?? '')).toMatchObject({
      img: part.img,
      name: 'Back cover',
      totalPrice: 8.4,
      email,
      orderQuantity: 2_000,
    })
    expect(JSON.parse(saved.get('restAvailable') ?? '')).toEqual({
      img: part.img,
      name: 'Back cover',
      price: 0.0042,
      available: 10_500,
      description: part.description,
    })
  })

  test('costs what the ladder says at its quantity', () => {
    const ladder = [
      { from: 5_000, price: 0.004 },
      { from: 10_000, price: 0.0035 },
    ]

    const draft = draftOrder({ ...part, priceBreaks: ladder }, 10_000, email)

    expect(draft.order.totalPrice).toBe(35)
    expect(draft.restAvailable).toMatchObject({ price: 0.0035, available: 2_500 })
  })

  test('is found again for its part and its customer only', () => {
    const draft = draftOrder(part, 2_000, email)
    saveDraft(draft, storage)

    expect(findDraft(part._id, email, storage)).toEqual(draft)
    expect(findDraft(otherPart._id, email, storage)).toBeUndefined()
    expect(findDraft(part._id, 'bob@example.com', storage)).toBeUndefined()
  })

  test.each([
    ['order', 'not JSON'],
    ['order', 'null'],
    ['order', '{"name":"Back cover"}'],
    ['restAvailable', '[]'],
    ['restAvailable', '{"img":"","name":"Back cover","price":"cheap","available":1,"description":""}'],
  ])('is none when %s holds %s', (key, text) => {
    saveDraft(draftOrder(part, 2_000, email), storage)
    saved.set(key, text)

    expect(findDraft(part._id, email, storage)).toBeUndefined()
  })

  test('keeps what was typed and the pieces held', () => {
    const draft = draftOrder(part, 2_000, email)
    saveDraft(draft, storage)

    updateDraft({ ...draft, order: { ...draft.order, phone: '+49 30 1', holdId: 'h' } }, storage)

    expect(findDraft(part._id, email, storage)?.order).toMatchObject({ phone: '+49 30 1', holdId: 'h' })
  })

  test('never takes the place of a draft that another tab has begun for another part', () => {
    const draft = draftOrder(part, 2_000, email)
    saveDraft(draft, storage)
    saveDraft(draftOrder(otherPart, 3_000, email), storage)

    updateDraft(draft, storage)
    forgetDraft(part._id, storage)

    expect(findDraft(otherPart._id, email, storage)).toBeDefined()
  })

  test('leaves nothing behind once it is an order', () => {
    saveDraft(draftOrder(part, 2_000, email), storage)

    forgetDraft(part._id, storage)

    expect(saved.size).toBe(0)
  })

  test('takes over the current figures and keeps its hold', () => {
    const draft = draftOrder(part, 2_000, email)
    const held = { ...draft, order: { ...draft.order, holdId: 'h' } }

    const changed = withFigures(held, { price: 0.005, totalPrice: 10, orderQuantity: 2_000 })

    expect(changed.order).toMatchObject({ totalPrice: 10, orderQuantity: 2_000, holdId: 'h' })
    expect(changed.restAvailable).toMatchObject({ price: 0.005, available: 10_500 })
  })
})
