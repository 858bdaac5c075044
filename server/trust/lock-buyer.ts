import type { Transaction } from '#database/connect.ts'
import { namedKeys, waitForNames } from '#database/locks.ts'
import type { Buyer } from './find-buyer.ts'

/**
 * Serializes the purchases of one account until the transaction ends, so that each sees the earlier ones: a duplicate request waits, and
 * then finds the order of the first. Also those of one network while the account is not proven, because what they set aside together is
 * limited, and a lock on a part's row would do this for that part alone. Called first in a purchase, before a part is locked.
 */
export async function lockBuyer(tx: Transaction, { userId, network }: Pick<Buyer, 'userId' | 'network'>): Promise<void> {
  await waitForNames(tx, [namedKeys.purchasesOf(userId), ...(network === null ? [] : [namedKeys.setAsideBy(network)])])
}
