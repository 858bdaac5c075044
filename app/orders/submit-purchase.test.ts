import { describe, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#app/api/api-error.ts'
import type { Order } from '#contract/orders/orders.ts'
import { samplePart } from '#tests/support/shops/sample-part.ts'
import { draftOrder, type OrderDraft } from './order-draft.ts'
import { submitPurchase, type PurchaseCalls } from './submit-purchase.ts'

const part = { ...samplePart, _id: 'part', available: 5_000, price: 2 }
const draft = draftOrder(part, 2_000, 'ann@example.com')
const contact = { phone: '+49 30 1', address: 'Street 1' }
const order = { _id: 'order', name: 'Back cover' } as Order

function purchase(from: OrderDraft, answers: Partial<PurchaseCalls>) {
  const held = { modifiedCount: 1, holdId: 'hold', price: 2, totalPrice: 4_000 }
  const calls = {
    hold: vi.fn<PurchaseCalls['hold']>(answers.hold ?? (async () => held)),
    place: vi.fn<PurchaseCalls['place']>(answers.place ?? (async () => order)),
  }
  const keep = vi.fn<(kept: OrderDraft) => void>()
  return { calls, keep, outcome: submitPurchase(from, contact, { displayName: 'Ann', keep, calls }) }
}

const refusal = (code: ApiError['code'], current?: ApiError['current']) =>
  new ApiError(409, { code, message: code, ...(current && { current }) })

describe('a purchase', () => {
  test('holds the pieces, keeps the hold, and posts the order with it', async () => {
    const { calls, keep, outcome } = purchase(draft, {})

    expect(await outcome).toEqual({ kind: 'placed', order })
    expect(keep.mock.calls[0]?.[0].order.holdId).toBe('hold')
    expect(calls.place.mock.calls[0]?.[0].order.holdId).toBe('hold')
  })

  test('posts no order when no record was modified', async () => {
    const { calls, outcome } = purchase(draft, { hold: async () => ({ modifiedCount: 0 }) })

    expect(await outcome).toEqual({ kind: 'notEnough' })
    expect(calls.place).not.toHaveBeenCalled()
  })

  test('uses the same hold again after a lost answer', async () => {
    const lost = purchase(draft, { place: async () => Promise.reject(new NetworkError(new TypeError('offline'))) })
    await expect(lost.outcome).rejects.toBeInstanceOf(NetworkError)

    const again = purchase(lost.keep.mock.calls[0]?.[0] ?? draft, {})

    expect(await again.outcome).toEqual({ kind: 'placed', order })
    expect(again.calls.hold).not.toHaveBeenCalled()
  })

  test('takes the pieces anew when its hold has run out', async () => {
    const held = { ...draft, order: { ...draft.order, holdId: 'old' } }
    const place = vi.fn<PurchaseCalls['place']>()
    place.mockRejectedValueOnce(refusal('HOLD_GONE')).mockResolvedValueOnce(order)

    const { outcome } = purchase(held, { place })

    expect(await outcome).toEqual({ kind: 'placed', order })
    expect(place.mock.calls[1]?.[0].order.holdId).toBe('hold')
  })

  test('asks again when the hold pins another price', async () => {
    const hold = async () => ({ modifiedCount: 1, holdId: 'hold', price: 3, totalPrice: 6_000 })

    const { calls, outcome } = purchase(draft, { hold })

    const asked = await outcome
    expect(asked).toMatchObject({ kind: 'changed', draft: { order: { totalPrice: 6_000, holdId: 'hold' } } })
    expect(calls.place).not.toHaveBeenCalled()
  })

  test('asks again when the shop answers that the total has changed', async () => {
    const current = { price: 3, totalPrice: 6_000, orderQuantity: 2_000 }

    const { outcome } = purchase(draft, { place: async () => Promise.reject(refusal('TOTAL_CHANGED', current)) })

    expect(await outcome).toMatchObject({
      kind: 'changed',
      draft: { order: { totalPrice: 6_000 }, restAvailable: { price: 3 } },
    })
  })
})
