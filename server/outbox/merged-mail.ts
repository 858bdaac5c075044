import { formatCents } from '#contract/basics/figures.ts'
import type { Queryable } from '#database/connect.ts'
import type { MailBlock } from '#database/tables/mails.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { quoteNumberOf } from '../orders/lists/find-group.ts'
import { readBill } from '../orders/bill.ts'
import type { Block } from '../mail/rendering/mail-content.ts'
import { findTransfer } from '../payments/transfer/find-transfer.ts'
import { groupSummary, orderSummary, waysToPay } from '../mail/templates/orders.ts'
import { mergedParcels } from '../mail/rendering/merged-parcels.ts'
import { htmlOf, writeMail, type Shop } from '../mail/rendering/write-mail.ts'

const NAMED_NEWS = 20

/** A queued mail about an order. */
type News = { kind: string; recipient: string; subject: string; blocks: MailBlock[] | null }

/**
 * One mail instead of several about one order or group: the events, oldest first, and the current state of the order.
 * @param about id of the order or of the group.
 */
export async function mergedMail(
  db: Queryable,
  shop: Shop,
  about: string,
  news: [News, ...News[]],
): Promise<{ subject: string; body: string; html: string }> {
  const newest = news.at(-1)! // there is at least one
  const bill = await readBill(db, about)
  const earlier = news.length - NAMED_NEWS
  const blocks: Block[] = [
    'This has happened to your order:',
    { facts: news.slice(-NAMED_NEWS).map(({ subject }, index) => [`${Math.max(earlier, 0) + index + 1}`, subject]) },
  ]
  if (bill) {
    const orders = bill.orders.map(presentOrder)
    blocks.push('This is the order:')
    blocks.push(...(bill.kind === 'group' ? groupSummary(await quoteNumberOf(db, bill.id), orders) : [orderSummary(orders[0]!)])) // a bill has orders
  }
  blocks.push(...mergedParcels(news))
  const transfer = bill && (await findTransfer(db, bill.id))
  const unused = transfer && transfer.givenBackAt === null ? transfer.receivedCents - (transfer.settledCents ?? 0) : 0
  if (unused > 0) blocks.push(`${formatCents(unused)} that you transferred for it is with us.`)
  if (bill?.state === 'unpaid') {
    blocks.push(`We begin as soon as it is paid. You can pay ${unused > 0 ? 'the rest by bank transfer' : waysToPay(shop)}:`)
    blocks.push({ open: `${shop.shopUrl}/dashboard/payment/${bill.orders[0]!.id}`, label: 'Pay for this order' })
  } else {
    blocks.push('All your orders are here:')
    blocks.push({ open: `${shop.shopUrl}/dashboard`, label: 'See my orders' })
  }
  const { subject, body } = writeMail(shop, 'order-placed', about, newest.recipient, newest.subject, blocks)
  return { subject, body, html: htmlOf(shop, subject, blocks) }
}
