import { centsToDollars, toCents } from '#contract/basics/money.ts'
import type { PaymentWays } from '#contract/payments/transfers.ts'
import type { Queryable } from '#database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import { leadDaysOf } from '../account/take-on-account.ts'
import { findCredit } from '../account/find-credit.ts'
import type { Bill } from '../../orders/bill.ts'
import { findOwnBill } from '../own-bill.ts'
import { bankAccountOf, transferDaysOf } from '../../platform/settings/bank-account.ts'
import { findTransfer } from './find-transfer.ts'

const dollars = (cents: number) => centsToDollars(toCents(cents))

/** How an order of the caller can be paid. @throws ShopError NOT_FOUND for an unknown order or another customer's. */
export async function findWays(services: Services, caller: Caller, orderId: string): Promise<PaymentWays> {
  await applySettings(services)
  return waysOf(services.db, services, caller, await findOwnBill(services.db, caller, orderId))
}

export async function waysOf(
  db: Queryable,
  { payments, settings }: Pick<Services, 'payments' | 'settings'>,
  { userId }: Caller,
  bill: Bill,
): Promise<PaymentWays> {
  const account = bankAccountOf(settings)
  const [transfer, credit] = [await findTransfer(db, bill.id), await findCredit(db, userId)]
  const received = transfer?.receivedCents ?? 0
  const left = Math.max((credit.limitCents ?? 0) - credit.openCents, 0)
  return {
    due: dollars(bill.totalCents),
    card: {
      most: centsToDollars(payments.maximumCents),
      allowed: received === 0 && bill.totalCents <= payments.maximumCents && bill.totalCents >= payments.minimumCents,
    },
    transfer:
      account && !bill.orders.some(({ atOnce }) => atOnce)
        ? {
            days: transferDaysOf(settings),
            chosen: Boolean(transfer?.chosenAt),
            reference: transfer?.chosenAt ? transfer.reference : null,
            received: dollars(received),
            account,
          }
        : null,
    onAccount:
      credit.limitCents === null || received > 0
        ? null
        : {
            netDays: credit.netDays,
            left: dollars(left),
            enough: bill.totalCents <= left,
            leadDays: leadDaysOf(bill, shopCalendar(settings.shop.holidays)),
            ...(settings.shop.invoicePerDelivery && { byDelivery: true }),
          },
  }
}
