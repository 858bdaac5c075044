import { dayText } from '#contract/basics/day-text.ts'
import { formatCount } from '#contract/basics/figures.ts'
import type { StockedPart } from '#contract/parts/low-stock.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

/** A part as the digest names it; `below` in pieces. */
export type LowPart = { name: string; partNumber: string; available: number; below: number; awaited: StockedPart['awaited'] | null }

/** Tells a staff member which parts have run low since the last such mail; once a day. `named` has the first of them. */
export function lowStockMail(shop: Shop, recipient: string, day: string, count: number, named: LowPart[]): QueuedMail {
  const have = count === 1 ? 'One part has' : `${formatCount(count)} parts have`
  return writeMail(shop, 'low-stock', `${day} ${recipient}`, recipient, `${have} run low`, [
    `${have} run low since the last of these mails.`,
    { facts: named.map((part): [string, string] => [oneLine(part.partNumber), describe(part, day)]) },
    ...(count > named.length ? [`And ${formatCount(count - named.length)} more.`] : []),
    { open: `${shop.shopUrl}/dashboard/manegeProduct?show=low`, label: 'See all parts that are low' },
    'An admin can turn these mails off in the settings of the shop.',
  ])
}

const describe = ({ name, available, below, awaited }: LowPart, day: string) =>
  [
    oneLine(name),
    `${formatCount(available)} in stock`,
    `low below ${formatCount(below)}`,
    awaited
      ? `${formatCount(awaited.pieces)} ${awaited.isLate ? 'were expected' : 'more'} on ${dayText(awaited.date, new Date(day))}`
      : 'nothing is expected',
  ].join(', ')
