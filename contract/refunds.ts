import Type, { type Static } from 'typebox'
import { defineCalls } from './call.ts'
import { IdParams, requiredText, strictObject } from './fields.ts'
import { TEXT_LIMITS } from './limits.ts'
import { messages } from './messages.ts'
import { Order } from './orders.ts'

export const RefundOrderAnswer = Type.Object({
  modifiedCount: Type.Integer({ description: '1 when the order was refunded by this call, 0 when nothing was left to give back' }),
  order: Order,
})
export type RefundOrderAnswer = Static<typeof RefundOrderAnswer>

export const refundCalls = defineCalls('Orders', {
  order: {
    method: 'POST',
    path: '/order/:id/refund',
    policy: 'admin',
    permissions: ['money'],
    summary: 'Cancel a paid order that was not shipped and give its price back; its pieces go back into stock',
    params: IdParams,
    body: strictObject({ reason: requiredText(TEXT_LIMITS.refundReason, messages.refundReasonRequired) }),
    response: RefundOrderAnswer,
  },
})
