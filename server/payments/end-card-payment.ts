import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Bill } from '../orders/bill.ts'
import { openAttempt } from './open-attempt.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends the open card payment of a bill at the provider, so that it takes no money any more; one that has succeeded in the meantime pays the
 * bill. Returns its id; undefined when the bill has changed: read it again.
 * @throws ShopError PAYMENT_UNDERWAY while the bank decides about it.
 * @throws ProviderUnavailable
 */
export async function endCardPayment(services: Services, bill: Bill): Promise<string | undefined> {
  // An intent may have been opened and not recorded; opening it again returns the same one.
  const intentId = bill.paymentIntent ?? (await openAttempt(services, bill))?.id
  if (!intentId) return undefined
  const intent = await services.payments.cancelIntent(intentId)
  if (intent?.status === 'succeeded') await settlePayment(services, intentId)
  else if (intent && intent.status !== 'canceled') throw new ShopError('PAYMENT_UNDERWAY')
  return intentId
}

/** Whether a card payment of a locked bill could still take money; `ended` is one that was ended before. */
export const mayTakeMoney = (bill: Bill, ended: string | undefined): boolean =>
  bill.paymentAttempt > 0 && (ended === undefined || bill.paymentIntent !== ended)
