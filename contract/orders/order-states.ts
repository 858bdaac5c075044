/** All states of an order. A new one is added here; the compiler and the tests then name every other place. */
export const orderStates = ['unpaid', 'cancelling', 'cancelled', 'paid', 'shipped', 'refunded'] as const
export type OrderState = (typeof orderStates)[number]

type StateFacts = {
  /** The states that may follow. A trigger in the database enforces the same list. */
  next: readonly OrderState[]
  /** Payment may still arrive. */
  isOpen: boolean
  /** A payment for the order has succeeded. */
  wasPaid: boolean
  /** Its pieces are out of stock; otherwise they went back. */
  takesPieces: boolean
}

const facts: Record<OrderState, StateFacts> = {
  unpaid: { next: ['cancelling', 'cancelled', 'paid'], isOpen: true, wasPaid: false, takesPieces: true },
  cancelling: { next: ['cancelled', 'paid'], isOpen: true, wasPaid: false, takesPieces: true },
  // A person revives it, with money that arrived too late.
  cancelled: { next: ['unpaid'], isOpen: false, wasPaid: false, takesPieces: false },
  paid: { next: ['shipped', 'refunded'], isOpen: false, wasPaid: true, takesPieces: true },
  shipped: { next: [], isOpen: false, wasPaid: true, takesPieces: true },
  refunded: { next: [], isOpen: false, wasPaid: true, takesPieces: false },
}

export const isOpen = (state: OrderState) => facts[state].isOpen
export const wasPaid = (state: OrderState) => facts[state].wasPaid
export const takesPieces = (state: OrderState) => facts[state].takesPieces
export const canBecome = (from: OrderState, to: OrderState) => facts[from].next.includes(to)
