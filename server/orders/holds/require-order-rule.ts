import { messages } from '#contract/basics/messages.ts'
import { minimumOf, raisedTo, stepOf, type OrderRule } from '#contract/orders/order-rule.ts'
import { invalidField } from '../../errors.ts'

/** @throws ShopError INVALID_INPUT for fewer pieces than the part's minimum, or between its steps. */
export function requireOrderRule(part: OrderRule, pieces: number): void {
  if (raisedTo(part, pieces) === pieces) return
  const isUsual = part.minimumOrder === null && pieces < minimumOf(part)
  throw invalidField('orderQuantity', isUsual ? messages.holdNeedsQuantity : messages.orderInSteps(minimumOf(part), stepOf(part)))
}
