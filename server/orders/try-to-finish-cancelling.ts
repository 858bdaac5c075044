import { ProviderUnavailable } from '../errors.ts'
import type { Services } from '../services.ts'
import { finishCancelling } from './finish-cancelling.ts'

/**
 * Finishes the cancellation of a bill, or leaves it to the reconciler if the payment provider does not answer. Returns the ids of the orders that this call cancelled.
 */
export async function tryToFinishCancelling(services: Services, billId: string): Promise<string[]> {
  try {
    return await finishCancelling(services, billId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    services.log.warn({ err: error, billId }, 'an order stays in cancelling until the payment provider answers')
    return []
  }
}
