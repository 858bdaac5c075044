import { and, eq, gte, sql } from 'drizzle-orm'
import { agentMessages } from '#contract/people/api-keys.ts'
import { formatCents } from '#contract/basics/figures.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import { dueOf } from '#contract/payments/tax.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { Transaction } from '#database/connect.ts'
import { agentOrders, apiKeys } from '#database/tables/api-keys.ts'
import { ShopError } from '../errors.ts'
import type { KeyHolder } from '../platform/http/caller.ts'

/** Calendar months of UTC. */
const thisMonth = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`

/**
 * Requires that orders which a program places stay within the limit of its key, and counts them. Amounts are what is due, with freight and tax; a cancelled
 * order stays counted. Runs in the transaction that places the orders. That one holds the advisory lock of the account's purchases, so the orders of
 * two requests are counted one after the other.
 * @param withoutLimit the limit of a key without one.
 * @throws ShopError SPENDING_LIMIT
 */
export const spendWithinLimit =
  ({ apiKeyId }: KeyHolder, withoutLimit: 'nothing' | 'everything') =>
  async (tx: Transaction, placed: OrderGroup): Promise<void> => {
    const dueCents = dueCentsOf(placed)
    const limit = await readLimit(tx, apiKeyId)
    if (!limit && withoutLimit === 'everything') return
    if (!limit) throw new ShopError('SPENDING_LIMIT', { message: agentMessages.noLimit })
    const { perOrder, perMonth } = limit
    const costs = placed.tax ? `${formatCents(dueCents)} with tax` : formatCents(dueCents)
    if (dueCents > perOrder) throw new ShopError('SPENDING_LIMIT', { message: agentMessages.aboveOrder(costs, formatCents(perOrder)) })
    const [spent] = await tx
      .select({ cents: sql<string>`coalesce(sum(${agentOrders.cents}), 0)` })
      .from(agentOrders)
      .where(and(eq(agentOrders.apiKeyId, apiKeyId), gte(agentOrders.orderedAt, thisMonth)))
    const left = perMonth - Number(spent!.cents) // an aggregate is always one row
    if (dueCents > left) throw new ShopError('SPENDING_LIMIT', { message: agentMessages.aboveMonth(costs, formatCents(Math.max(left, 0))) })
    await tx.insert(agentOrders).values({ groupId: placed.groupId, apiKeyId, cents: dueCents })
  }

/** What is to pay, in cents. */
function dueCentsOf(placed: OrderGroup): number {
  const due = dollarsToCents(dueOf(placed))
  if (due === undefined) throw new RangeError('the total of orders is no amount in cents')
  return due
}

/** In cents. */
async function readLimit(tx: Transaction, apiKeyId: string): Promise<{ perOrder: number; perMonth: number } | undefined> {
  const [limit] = await tx
    .select({ perOrder: apiKeys.orderLimitCents, perMonth: apiKeys.monthLimitCents })
    .from(apiKeys)
    .where(eq(apiKeys.id, apiKeyId))
  if (!limit || limit.perOrder === null || limit.perMonth === null) return undefined
  return { perOrder: limit.perOrder, perMonth: limit.perMonth }
}
