/** States of a refund: `asked` is the shop's until the provider knows of it, the others are the provider's. */
export const refundStates = ['asked', 'pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundState = (typeof refundStates)[number]

/** The money has gone back, or is going back. */
export const isLiveRefund = (state: RefundState) => state !== 'failed' && state !== 'canceled'

/** States of a disputed payment. `won`: the shop keeps the money; `lost`: the bank keeps it. */
export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]
