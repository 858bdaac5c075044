/** All states of a return. A new one is added here; the compiler and the tests then name every other place. */
export const returnStates = ['asked', 'agreed', 'refused', 'received', 'refunded', 'closed'] as const
export type ReturnState = (typeof returnStates)[number]

type StateFacts = {
  /** The states that may follow. A trigger in the database enforces the same list. */
  next: readonly ReturnState[]
  /** The shop has to act: answer it, or decide about the received pieces. */
  waitsForShop: boolean
}

const facts: Record<ReturnState, StateFacts> = {
  asked: { next: ['agreed', 'refused', 'closed'], waitsForShop: true },
  agreed: { next: ['received', 'closed'], waitsForShop: false },
  refused: { next: [], waitsForShop: false },
  received: { next: ['refunded', 'closed'], waitsForShop: true },
  refunded: { next: [], waitsForShop: false },
  closed: { next: [], waitsForShop: false },
}

export const returnWaits = (state: ReturnState) => facts[state].waitsForShop
/** Their states, as a query of the list of returns. */
export const WAITING_RETURNS: string = returnStates.filter(returnWaits).join()
export const returnCanBecome = (from: ReturnState, to: ReturnState) => facts[from].next.includes(to)

/** Why a buyer returns pieces. */
export const returnReasons = ['defective', 'damaged', 'wrong-part', 'not-as-described', 'too-many', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** How returned pieces arrived. */
export const returnConditions = ['unopened', 'opened', 'damaged', 'unusable'] as const
export type ReturnCondition = (typeof returnConditions)[number]
