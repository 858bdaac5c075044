import { counted } from '#contract/basics/figures.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

export type PartThatIsBack = { id: string; name: string; partNumber: string; available: number }

/** Tells somebody who waited that a part can be ordered again. `notice` identifies what they asked for. */
export function backInStockMail(shop: Shop, recipient: string, notice: string, part: PartThatIsBack): QueuedMail {
  const name = oneLine(part.name)
  return writeMail(shop, 'back-in-stock', notice, recipient, `${name} is back in stock`, [
    `You asked to be told: ${name} can be ordered again.`,
    {
      facts: [
        ['Part number', oneLine(part.partNumber)],
        ['In stock now', counted(part.available, 'piece')],
      ],
    },
    { open: `${shop.shopUrl}/inventory/${part.id}`, label: 'See the part' },
    'Nothing is reserved. This is the only mail about it.',
  ])
}
