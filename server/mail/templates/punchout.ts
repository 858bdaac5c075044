import type { PunchoutConnection } from '#contract/quotes/punchout.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

const kinds = { cxml: 'cXML', oci: 'OCI' }

export function punchoutCreatedMail(shop: Shop, recipient: string, connection: PunchoutConnection): QueuedMail {
  const { _id, kind, name, identity, createdAt } = connection
  return writeMail(shop, 'punchout-created', _id, recipient, 'A procurement system was connected', [
    `A procurement system was connected to your account at ${shop.shopName}. It can save quotes and place orders in your name from now on.`,
    {
      facts: [
        ['Name', oneLine(name)],
        ['Kind', kinds[kind]],
        ['Identity', oneLine(identity)],
        ['Added', createdAt],
      ],
    },
    'If you did not connect it, remove it on your profile and choose a new password:',
    { open: `${shop.shopUrl}/dashboard/profile/developers`, label: 'See my procurement systems' },
  ])
}
