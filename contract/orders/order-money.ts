import Type from 'typebox'
import { calendarDay, Dollars } from '../basics/fields.ts'

/** How an order, or its group, is paid, if not by card alone: fields of one order. */
export const orderMoney = {
  onAccount: Type.Optional(
    Type.Object(
      {
        dueOn: calendarDay(),
        open: Dollars,
        amount: Dollars,
        daysFromDispatch: Type.Optional(
          Type.Integer({ description: 'It is due so many days after its last pieces have left; `dueOn` is the first day that can be' }),
        ),
        byDelivery: Type.Optional(
          Type.Boolean({ description: 'Each delivery has an invoice; `dueOn` is that of the first one that is open' }),
        ),
      },
      { description: 'Taken on account; `open` is still to be paid' },
    ),
  ),
  transfer: Type.Optional(Type.Object({ reference: Type.String(), received: Dollars }, { description: 'To be paid by bank transfer' })),
}
