import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { orderCalls, type Order, type StockChangeAnswer } from '#contract/orders/orders.ts'
import type { WantedFreight } from '#contract/freight/freight.ts'
import { withFigures, type OrderDraft } from './order-draft.ts'

/** `wishedOn`, of a quote alone, may be empty. `shipTo` has the fields of a chosen address; `address` is its text, `country` that of a typed one, where tax is charged. `amountDue` in dollars with tax, as it was shown. */
export type Contact = {
  phone: string
  address: string
  reference?: string
  wishedOn?: string
  shipTo?: ShipTo | undefined
  country?: string
  amountDue?: number | undefined
  freight?: WantedFreight | undefined
}

export type PurchaseOutcome =
  | { kind: 'placed'; order: Order }
  /** The stock has fewer pieces than asked for; nothing was changed. */
  | { kind: 'notEnough' }
  /** The figures are no longer those that the customer saw; `draft` has the current ones, to be confirmed. */
  | { kind: 'changed'; draft: OrderDraft }

/** The two calls of a purchase. Specification section 4, "Purchase flow". */
export type PurchaseCalls = {
  hold(draft: OrderDraft): Promise<StockChangeAnswer>
  place(draft: OrderDraft, contact: Contact, displayName: string): Promise<Order>
}

export const purchaseCalls: PurchaseCalls = {
  hold: ({ order, restAvailable }) =>
    callApi(orderCalls.changeStock, {
      params: { id: order.partsId },
      body: { restAvailable, userInfo: { email: order.email }, orderQuantity: order.orderQuantity },
    }),
  place: ({ order }, { phone, address, reference, shipTo, country, amountDue, freight }, displayName) => {
    const { img, name, totalPrice, email, orderQuantity, partsId, holdId } = order
    return callApi(orderCalls.place, {
      body: {
        orderItem: {
          img,
          name,
          totalPrice,
          email,
          orderQuantity,
          phone,
          displayName,
          address,
          partsId,
          ...(holdId && { holdId }),
          ...(reference && { reference }),
          ...(shipTo ? { shipTo } : country && { country }),
          ...(amountDue !== undefined && { amountDue }),
          ...(freight && { freight }),
        },
        userInfo: { email },
      },
    })
  },
}

/**
 * Takes the stock and, only if exactly one record was modified, posts the order. Pieces that an earlier attempt holds
 * are used again: an order whose answer was lost is answered once more instead of being placed twice.
 * @param keep is given the draft as soon as it holds pieces, before the order is posted.
 * @throws what the calls throw; submitting again is safe.
 */
export async function submitPurchase(
  draft: OrderDraft,
  contact: Contact,
  {
    displayName,
    keep,
    calls = purchaseCalls,
  }: {
    displayName: string
    keep: (draft: OrderDraft) => void
    calls?: PurchaseCalls
  },
): Promise<PurchaseOutcome> {
  if (draft.order.holdId) {
    const outcome = await place(draft, contact, displayName, calls)
    if (outcome !== 'holdGone') return outcome
  }

  const answer = await calls.hold(draft)
  if (answer.modifiedCount !== 1) return { kind: 'notEnough' }
  const held = withHold(draft, answer)
  keep(held)
  if (held.order.totalPrice !== draft.order.totalPrice) return { kind: 'changed', draft: held }

  const outcome = await place(held, contact, displayName, calls)
  // A hold that is gone a moment after it was made lost its pieces to a change of the part.
  return outcome === 'holdGone' ? { kind: 'notEnough' } : outcome
}

async function place(
  draft: OrderDraft,
  contact: Contact,
  displayName: string,
  calls: PurchaseCalls,
): Promise<PurchaseOutcome | 'holdGone'> {
  try {
    return { kind: 'placed', order: await calls.place(draft, contact, displayName) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'HOLD_GONE') return 'holdGone'
    if (error.code === 'STOCK_TOO_LOW') return { kind: 'notEnough' }
    if (error.code === 'TOTAL_CHANGED' && error.current) {
      return { kind: 'changed', draft: withFigures(draft, error.current) }
    }
    throw error
  }
}

/** The draft that holds its pieces, at the price that the hold pins. */
function withHold(draft: OrderDraft, answer: StockChangeAnswer): OrderDraft {
  const { holdId, expiresAt: heldUntil, price = draft.restAvailable.price, totalPrice = draft.order.totalPrice } = answer
  const current = withFigures(draft, { price, totalPrice, orderQuantity: draft.order.orderQuantity })
  return holdId ? { ...current, order: { ...current.order, holdId, ...(heldUntil && { heldUntil }) } } : current
}
