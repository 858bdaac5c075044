import type { Part } from '#contract/parts/parts.ts'
import { priceAt, totalDollarsAt } from '#contract/parts/pricing.ts'
import { STORED, type KeptStorage } from '#app/identity/session-state.ts'
import { isRecord, readStored } from '#app/identity/stored-json.ts'

/**
 * The order summary kept in the browser under `order`. Specification section 3; `totalPrice` in dollars,
 * `orderQuantity` in pieces. The optional fields are not specified: the part, the hold, and the input of the purchase
 * page, so that a reload or a lost answer loses nothing.
 */
export type OrderSummary = {
  img: string
  name: string
  totalPrice: number
  email: string
  orderQuantity: number
  partsId?: string
  holdId?: string
  /** When the held pieces go back; ISO 8601. */
  heldUntil?: string
  phone?: string
  address?: string
  reference?: string
}

/**
 * The rest of the stock kept in the browser under `restAvailable`; `available` in pieces, `price` in dollars per piece at
 * the quantity of the order. Specification section 3.
 */
export type RestOfStock = { img: string; name: string; price: number; available: number; description: string }

export type OrderDraft = { order: OrderSummary & { partsId: string }; restAvailable: RestOfStock }

const { order: ORDER_KEY, restAvailable: REST_KEY } = STORED

/** The draft of `quantity` pieces of a part for the customer with this email. */
export function draftOrder(part: Part, quantity: number, email: string): OrderDraft {
  const { img, name, description } = part
  return {
    order: {
      img,
      name,
      totalPrice: totalDollarsAt(part, quantity),
      email,
      orderQuantity: quantity,
      partsId: part._id,
    },
    restAvailable: { img, name, price: priceAt(part, quantity), available: part.available - quantity, description },
  }
}

/** The draft with other pieces. It has no hold: the hold of the new pieces replaces the one of the earlier pieces. */
export function withQuantity({ order }: OrderDraft, part: Part, quantity: number): OrderDraft {
  const { phone, address, reference } = order
  const changed = draftOrder(part, quantity, order.email)
  return { ...changed, order: { ...changed.order, ...(phone && { phone }), ...(address && { address }), ...(reference && { reference }) } }
}

/** The draft with the shop's current figures; the hold is kept. */
export function withFigures(draft: OrderDraft, current: { price: number; totalPrice: number; orderQuantity: number }): OrderDraft {
  const { price, totalPrice, orderQuantity } = current
  const available = Math.max(draft.restAvailable.available + draft.order.orderQuantity - orderQuantity, 0)
  return {
    order: { ...draft.order, totalPrice, orderQuantity },
    restAvailable: { ...draft.restAvailable, price, available },
  }
}

export function saveDraft(draft: OrderDraft, storage: KeptStorage): void {
  storage.setItem(ORDER_KEY, JSON.stringify(draft.order))
  storage.setItem(REST_KEY, JSON.stringify(draft.restAvailable))
}

/**
 * The draft for this part and this customer.
 * @returns undefined if there is none, it is for another part or user, or it cannot be read.
 */
export function findDraft(partsId: string, email: string, storage: KeptStorage): OrderDraft | undefined {
  const order = readStored(storage, ORDER_KEY)
  const restAvailable = readStored(storage, REST_KEY)
  if (!isOrderSummary(order) || !isRestOfStock(restAvailable)) return undefined
  if (order.partsId !== partsId || order.email !== email || order.name !== restAvailable.name) return undefined
  return { order: { ...order, partsId }, restAvailable }
}

/** Saves changes of a draft unless another tab has replaced it with that of another part. */
export function updateDraft(draft: OrderDraft, storage: KeptStorage): void {
  if (findDraft(draft.order.partsId, draft.order.email, storage)) saveDraft(draft, storage)
}

/** Removes the draft of this part after it was ordered; the draft of another part stays. */
export function forgetDraft(partsId: string, storage: KeptStorage): void {
  const saved = readStored(storage, ORDER_KEY)
  if (isOrderSummary(saved) && saved.partsId !== partsId) return
  storage.removeItem(ORDER_KEY)
  storage.removeItem(REST_KEY)
}

const isText = (value: unknown) => typeof value === 'string'
const isAbsentOrText = (value: unknown) => value === undefined || isText(value)
const isFigure = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isPieces = (value: unknown) => isFigure(value) && Number.isSafeInteger(value)

const isOrderSummary = (value: unknown): value is OrderSummary =>
  isRecord(value) &&
  [value['img'], value['name'], value['email']].every(isText) &&
  [value['partsId'], value['holdId'], value['heldUntil'], value['phone'], value['address'], value['reference']].every(isAbsentOrText) &&
  isFigure(value['totalPrice']) &&
  isPieces(value['orderQuantity'])

const isRestOfStock = (value: unknown): value is RestOfStock =>
  isRecord(value) &&
  [value['img'], value['name'], value['description']].every(isText) &&
  isFigure(value['price']) &&
  isPieces(value['available'])
