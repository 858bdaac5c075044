import { messages } from '#contract/basics/messages.ts'
import type { orderCalls, StockChangeAnswer } from '#contract/orders/orders.ts'
import { invalidField, ShopError } from '../../errors.ts'
import { answerOnce } from '../../platform/http/answer-once.ts'
import type { CallRequest } from '../../platform/http/register-call.ts'
import { restockPart, setStock } from '../../parts/restock-part.ts'
import { limitsOf } from '../../payments/charge-limits.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { findBuyer } from '../../trust/find-buyer.ts'
import { holdPieces } from './hold-pieces.ts'
import { requireOwnEmail } from '../require-own-email.ts'

/**
 * One path, two calls: customers hold pieces, admins update the stock. Specification section 7.
 * @throws ShopError INVALID_INPUT when it is neither or both; NOT_ALLOWED for an update by a caller who is not an admin; NOT_YOURS;
 *   what `holdPieces`, `restockPart` and `setStock` throw.
 */
export async function changeStock(
  services: Services,
  { params: { id: partId }, body: change, caller, request }: CallRequest<typeof orderCalls.changeStock>,
): Promise<StockChangeAnswer> {
  const { db, payments } = services
  const { restAvailable, newAvailable } = change
  if (restAvailable && newAvailable) throw invalidField('newAvailable', messages.oneKindOfStockUpdate)
  if (newAvailable || change.added !== undefined) {
    if (caller.role !== 'admin') throw new ShopError('NOT_ALLOWED')
    if (!newAvailable) throw invalidField('newAvailable', messages.oneKindOfStockUpdate)
    requireOwnEmail(caller, change.user)
    const { added } = change
    return answerOnce(db, request, caller, (tx) =>
      added === undefined ? setStock(tx, caller, partId, newAvailable.available) : restockPart(tx, caller, partId, added),
    )
  }
  if (!restAvailable) throw invalidField('restAvailable', messages.holdNeedsQuantity)
  requireOwnEmail(caller, change.userInfo)
  await applySettings(services)
  return holdPieces(db, {
    partId,
    buyer: await findBuyer(services, request, caller),
    quantity: change.orderQuantity,
    rest: restAvailable.available,
    limits: limitsOf(payments, services.settings),
  })
}
