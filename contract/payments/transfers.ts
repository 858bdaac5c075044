import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Dollars, IdParams, nullable, strictObject } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { creditDays } from './open-items.ts'
import { OrderInFull } from '../orders/orders.ts'

/** Days that pieces are held for a transfer, unless the settings say otherwise. */
export const TRANSFER_DAYS = 7
/** Where a transfer goes. */
export const BankAccount = Type.Object({
  holder: Type.String(),
  iban: Type.String(),
  bic: Type.String({ description: 'Empty where it is not known' }),
  bankName: Type.String({ description: 'Empty where it is not known' }),
})
export type BankAccount = Static<typeof BankAccount>

/** How an unpaid order, or its group, can be paid. */
export const PaymentWays = Type.Object({
  due: Dollars,
  card: Type.Object({ most: Type.Number({ description: 'Dollars that one card payment can take' }), allowed: Type.Boolean() }),
  transfer: nullable(
    Type.Object({
      days: Type.Integer({ description: 'How long the pieces are held for it' }),
      chosen: Type.Boolean(),
      reference: nullable(Type.String({ description: 'What the buyer writes into the transfer; null until it is chosen' })),
      received: Dollars,
      account: BankAccount,
    }),
  ),
  onAccount: nullable(
    Type.Object({
      netDays: Type.Enum([...creditDays]),
      left: Type.Number({ description: 'Dollars of the limit that are not used' }),
      enough: Type.Boolean(),
      leadDays: nullable(
        Type.Integer({ description: 'Working days until the last pieces leave: the days to pay count from then; null without' }),
      ),
      byDelivery: Type.Optional(Type.Boolean({ description: 'Each delivery has an invoice, and its days to pay count from its dispatch' })),
    }),
  ),
})
export type PaymentWays = Static<typeof PaymentWays>

export const transferCalls = defineCalls('Payments', 'transfers', {
  ways: {
    method: 'GET',
    path: '/order/:id/payment-ways',
    policy: 'session',
    scopes: ['payments:write'],
    summary: 'How an order of the caller, or its group, can be paid: by card, by bank transfer, on account',
    params: IdParams,
    response: PaymentWays,
  },
  choose: {
    method: 'POST',
    path: '/order/:id/transfer',
    policy: 'session',
    scopes: ['payments:write'],
    summary: 'Pay by bank transfer: the pieces are held longer, and the answer has account and reference; asking again changes nothing',
    params: IdParams,
    response: PaymentWays,
  },
  proForma: {
    method: 'GET',
    path: '/order/:id/pro-forma',
    policy: 'session',
    scopes: ['papers:read'],
    summary: 'The pro-forma invoice of a transfer, as PDF',
    params: IdParams,
    response: fileAnswer('pdf'),
  },
  onAccount: {
    method: 'POST',
    path: '/order/:id/on-account',
    policy: 'session',
    scopes: ['payments:write'],
    summary: 'Take an order of the caller, or its group, on account: it is cleared to ship and paid later',
    params: IdParams,
    body: strictObject({ due: Type.Number({ minimum: 0, maximum: 1e13, description: 'What the buyer saw to be due, in dollars' }) }),
    response: Type.Object({ modifiedCount: Type.Integer({ description: '0 when it was taken before' }), order: OrderInFull }),
  },
})
