import { formatCount } from '#contract/basics/figures.ts'
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
        `${oneLine(name)}, ${formatCount(pieces)} of ${formatCount(of)} pieces`,
      ]),
    },
    ...(count > named.length ? [`And ${formatCount(count - named.length)} more.`] : []),
    'These pieces come back by themselves unless they are paid for. You can release them, and block accounts.',
    { open: `${shop.shopUrl}/dashboard/set-aside`, label: 'See who has set them aside' },
  ])
}
