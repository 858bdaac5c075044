import type { Webhook } from '#contract/people/webhooks.ts'
import { oneLine } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

const profile = (shop: Shop) => ({ open: `${shop.shopUrl}/dashboard/profile/developers`, label: 'See my webhooks' })

/** Without the path of the address, which an attacker may have typed, or which may be a secret. */
const facts = ({ url, createdAt }: Webhook): [string, string][] => [
  ['Host', oneLine(new URL(url).host)],
  ['Added', createdAt],
]

export function webhookCreatedMail(shop: Shop, recipient: string, webhook: Webhook): QueuedMail {
  return writeMail(shop, 'webhook-created', webhook._id, recipient, 'A webhook endpoint was added', [
    `An endpoint was added to your account at ${shop.shopName}. A program there is told of your orders and quotes from now on.`,
    { facts: facts(webhook) },
    'If you did not add it, delete it on your profile and choose a new password:',
    profile(shop),
  ])
}

/** `id` is the delivery at which the endpoint was switched off. */
export function webhookDisabledMail(
  shop: Shop,
  recipient: string,
  webhook: Webhook,
  { id, isGone, problem }: { id: string; isGone: boolean; problem: string },
): QueuedMail {
  return writeMail(shop, 'webhook-disabled', `${webhook._id} ${id}`, recipient, 'A webhook endpoint was switched off', [
    isGone
      ? `An endpoint of your account at ${shop.shopName} answered that it is gone (410), so it is told nothing any more.`
      : `An endpoint of your account at ${shop.shopName} has failed for three days, so it is told nothing any more.`,
    { facts: [...facts(webhook), ['Last problem', problem]] },
    'Once it works, switch it on and send what it missed from its log:',
    profile(shop),
  ])
}
