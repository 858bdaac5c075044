import type { ApiKey } from '#contract/api-keys.ts'
import type { QueuedMail } from './queue-mail.ts'
import { letter, letterWithToken, lifetime, linkWithToken, type Shop } from './write-letter.ts'

/** Asks a new customer to confirm the address. The link is valid for `validMinutes`. */
export function verifyEmailLetter(shop: Shop, recipient: string, token: string, validMinutes: number): QueuedMail {
  return letterWithToken(shop, 'verify-email', recipient, validMinutes, 'Please confirm your email address', [
    { say: `Thank you for registering at ${shop.shopName}.` },
    { say: 'Please confirm that this email address is yours by opening this link:' },
    { open: linkWithToken(shop, '/verify-email', token), label: 'Confirm my email address' },
    {
      say:
        `The link is valid for ${lifetime(validMinutes)} and asks you to sign in, if you are not. ` +
        'You can already order without it.',
    },
    { say: 'If you did not register, you need not do anything.' },
  ])
}

/** Leads to the screen for a new password. The link is valid once, and for `validMinutes`. */
export function resetPasswordLetter(shop: Shop, recipient: string, token: string, validMinutes: number): QueuedMail {
  return letterWithToken(shop, 'reset-password', recipient, validMinutes, 'Choose a new password', [
    { say: `Somebody asked to set a new password for your account at ${shop.shopName}.` },
    { say: 'If that was you, open this link:' },
    { open: linkWithToken(shop, '/reset-password', token), label: 'Choose a new password' },
    {
      say:
        `The link works once and is valid for ${lifetime(validMinutes)}. ` +
        'Once the new password is set, you will be signed out everywhere.',
    },
    { say: 'If you did not ask for it, you need not do anything: your password stays as it is.' },
  ])
}

/** Tells that a key was made, to whoever reads the account's mailbox: with a stolen session somebody else may have. */
export function apiKeyCreatedLetter(shop: Shop, recipient: string, key: ApiKey): QueuedMail {
  return letter(shop, 'api-key-created', key._id, recipient, 'A new API key was created', [
    { say: `A new API key was created for your account at ${shop.shopName}. Whoever has it can act in your name as it allows:` },
    { facts: [...keyFacts(key), ['Allows', key.scopes.join(', ')], ['Valid until', key.expiresAt ?? 'it is revoked']] },
    {
      say:
        'If you created it, you need not do anything. If not, revoke it on your profile first, because it goes on ' +
        'working when you sign out or change your password. Then sign out everywhere and choose a new password.',
    },
    { open: `${shop.shopUrl}/dashboard/profile`, label: 'See my API keys' },
  ])
}

export function apiKeyRevokedLetter(shop: Shop, recipient: string, key: ApiKey): QueuedMail {
  return letter(shop, 'api-key-revoked', key._id, recipient, 'An API key was revoked', [
    { say: `An API key of your account at ${shop.shopName} was revoked. Programs that use it are refused from now on.` },
    { facts: keyFacts(key) },
    { say: 'You can create another one on your profile:' },
    { open: `${shop.shopUrl}/dashboard/profile`, label: 'See my API keys' },
  ])
}

/** Its name is left out: it was typed by whoever made the key. */
const keyFacts = ({ prefix, createdAt }: ApiKey): [string, string][] => [
  ['Key', `${prefix}...`],
  ['Created', createdAt],
]
