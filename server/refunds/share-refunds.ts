/** An order with its part of the payment, in cents. */
type PaidOrder = { id: string; dueCents: number }
/** A refund of the payment; with `orderId` null it is of the payment as a whole. */
type Refund = { orderId: string | null; amountCents: number }

/**
 * Refunded cents by order id. A refund of the payment as a whole is shared in proportion to what is left of each order's
 * price, to the cent, so that the shares add up to the refunds.
 * @param refunds in all at most what the orders cost.
 */
export function shareRefunds(orders: PaidOrder[], refunds: Refund[]): Map<string, number> {
  const own = new Map(orders.map(({ id }) => [id, 0]))
  let shared = 0
  for (const { orderId, amountCents } of refunds) {
    const order = orders.find(({ id }) => id === orderId)
    if (order) own.set(order.id, own.get(order.id)! + amountCents)
    else shared += amountCents
  }
  const left = orders.map(({ id, dueCents }) => ({ id, cents: dueCents - own.get(id)! }))
  const parts = splitByWeight(
    shared,
    left.map(({ cents }) => cents),
  )
  return new Map(left.map(({ id }, index) => [id, own.get(id)! + parts[index]!]))
}

/** Whole parts that add up to the amount; the largest remainders get the cents left by rounding down. No part exceeds its weight. */
function splitByWeight(amount: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (amount === 0 || sum === 0) return weights.map(() => 0)
  // Cents times cents exceed what a double represents exactly.
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = exact.map((product) => Number(product / BigInt(sum)))
  const remainder = (index: number) => exact[index]! % BigInt(sum)
  const byRemainder = weights
    .map((_, index) => index)
    .toSorted((a, b) => (remainder(b) > remainder(a) ? 1 : remainder(b) < remainder(a) ? -1 : a - b))
  const missing = amount - parts.reduce((all, part) => all + part, 0)
  for (const index of byRemainder.slice(0, missing)) parts[index]! += 1
  return parts
}
