import { counted, formatCents, formatCount } from '#contract/basics/figures.ts'
import type { Cents } from '#contract/basics/money.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

/** A part as the mail names it: `pieces` that are set aside, `of` so many that are there. */
export type CrowdedPart = { name: string; partNumber: string; pieces: number; of: number }

/** Tells a staff member that accounts which have never paid have set aside much of some parts. `named` has the first of them. */
export function setAsideMail(shop: Shop, recipient: string, day: string, count: number, named: CrowdedPart[]): QueuedMail {
  const parts = count === 1 ? 'one part' : `${formatCount(count)} parts`
  return writeMail(shop, 'set-aside', `${day} ${recipient}`, recipient, `New accounts have set aside much of ${parts}`, [
    `Accounts that have never paid have set aside nearly as much of ${parts} as they may have together.`,
    {
      facts: named.map(({ name, partNumber, pieces, of }): [string, string] => [
        oneLine(partNumber),
        `${oneLine(name)}, ${formatCount(pieces)} of ${counted(of, 'piece')}`,
      ]),
    },
    ...(count > named.length ? [`And ${formatCount(count - named.length)} more.`] : []),
    'These pieces come back by themselves unless they are paid for. You can release them, and block accounts.',
    { open: `${shop.shopUrl}/dashboard/set-aside`, label: 'See who has set them aside' },
  ])
}

/** What one account has set aside; `share` is its largest of one part's pieces, 0 to 1. */
export type LargeSetAside = { email: string; pieces: number; cents: Cents; share: number }

/** Tells a staff member that one account, whatever it has paid, has set aside much. */
export const largeSetAsideMail = (shop: Shop, recipient: string, day: string, { email, pieces, cents, share }: LargeSetAside): QueuedMail =>
  writeMail(shop, 'large-set-aside', `${day} ${email} ${recipient}`, recipient, `${oneLine(email)} has set aside much without paying`, [
    `${oneLine(email)} has unpaid orders and reservations of many pieces.`,
    {
      facts: [
        ['Pieces', formatCount(pieces)],
        ['Total', formatCents(cents)],
        ['Largest share of a part', `${Math.round(share * 100)}%`],
      ],
    },
    'These pieces come back by themselves unless they are paid for. You can release them, and block the account.',
    { open: `${shop.shopUrl}/dashboard/set-aside`, label: 'See who has set them aside' },
  ])
