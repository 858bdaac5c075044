import { formatCents } from '#contract/basics/figures.ts'
import type { ApiKey } from '#contract/people/api-keys.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, writeMailWithToken, lifetime, linkWithToken, type Shop } from '../rendering/write-mail.ts'

export function verifyEmailMail(shop: Shop, recipient: string, token: string, validMinutes: number): QueuedMail {
  return writeMailWithToken(shop, 'verify-email', recipient, validMinutes, 'Please confirm your email address', [
    `Thank you for registering at ${shop.shopName}.`,
    'Please confirm that this email address is yours by opening this link:',
    { open: linkWithToken(shop, '/verify-email', token), label: 'Confirm my email address' },
    `The link is valid for ${lifetime(validMinutes)} and asks you to sign in, if you are not. You can already order without it.`,
    'If you did not register, you need not do anything.',
  ])
}

/**
 * The link opens the screen for a new password, once, within `validMinutes`. `empties`: the address of the account was never
 * confirmed, so a new password empties the account.
 */
export function resetPasswordMail(
  shop: Shop,
  recipient: string,
  token: string,
  validMinutes: number,
  { empties }: { empties: boolean },
): QueuedMail {
  return writeMailWithToken(shop, 'reset-password', recipient, validMinutes, 'Choose a new password', [
    `Somebody asked to set a new password for your account at ${shop.shopName}.`,
    'If that was you, open this link:',
    { open: linkWithToken(shop, '/reset-password', token), label: 'Choose a new password' },
    `The link works once and is valid for ${lifetime(validMinutes)}. ` +
      'Once the new password is set, you will be signed out everywhere, and private links to your quotes will end.',
    ...(empties ? [WILL_BE_EMPTIED] : []),
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ])
}

/** For the owner of an account that wrong passwords have locked: the link signs in, once, within `validMinutes`. */
export function signInLinkMail(shop: Shop, recipient: string, token: string, validMinutes: number): QueuedMail {
  return writeMailWithToken(shop, 'sign-in-link', recipient, validMinutes, 'Too many wrong passwords were entered', [
    `Too many wrong passwords were entered for your account at ${shop.shopName}. For up to an hour no password is looked at, ` +
      'so that nobody can guess yours.',
    'If you want to sign in now, open this link:',
    { open: linkWithToken(shop, '/sign-in-link', token), label: 'Sign in' },
    `The link works once and is valid for ${lifetime(validMinutes)}. Do not pass it on: it opens your account.`,
    'If it was not you, somebody else has tried. You need not do anything: none of these passwords was right.',
  ])
}

const WILL_BE_EMPTIED =
  'The address of this account has never been confirmed, so somebody else may have opened it. What was entered in it so far ' +
  'will therefore be removed when you set a new password: name, phone number and address, saved quotes, reviews and unpaid ' +
  'orders. To keep it, sign in with the password you have instead, and open the mail that confirms your address.'

/** What was cancelled and removed when the owner of a mailbox proved it; paid orders stay. */
type EmptiedAccount = {
  removedQuotes: number
  cancelledOrders: number
  transferredCents: number
  releasedHolds: number
  toFinish: string[]
}

/** Reports to the owner of a mailbox that their account was emptied. Once for an account. */
export function accountEmptiedMail(shop: Shop, recipient: string, userId: string, emptied: EmptiedAccount): QueuedMail {
  const { removedQuotes, cancelledOrders, transferredCents, releasedHolds, toFinish } = emptied
  return writeMail(shop, 'account-emptied', userId, recipient, 'Your address is confirmed, and your account was emptied', [
    `You have just confirmed that this address is yours, for the first time since an account was opened with it at ${shop.shopName}.`,
    'Anybody can open an account with the address of somebody else. What was entered before has therefore been removed: name, ' +
      'phone number, education, picture, all addresses, billing details, part numbers, stock notices, saved quotes and reviews. Unpaid orders were cancelled, and the earlier ' +
      'password, sessions, API keys, webhooks, procurement systems and private links no longer work.',
    {
      facts: [
        ['Saved quotes removed', `${removedQuotes}`],
        ['Unpaid orders cancelled', `${cancelledOrders}`],
        ...(transferredCents > 0 ? [['Transferred for them, to go back', formatCents(transferredCents)] satisfies [string, string]] : []),
        ['Payments being ended', `${toFinish.length}`],
        ['Reservations given back', `${releasedHolds}`],
      ],
    },
    'Orders that were paid are kept. If you know of none, please write to us. You can enter your own details here:',
    { open: `${shop.shopUrl}/dashboard/profile`, label: 'See my profile' },
  ])
}

export function quoteLinkCreatedMail(shop: Shop, recipient: string, quoteNumber: string, linkHash: string): QueuedMail {
  return writeMail(shop, 'quote-link-created', linkHash, recipient, `A private link to quote ${quoteNumber} was created`, [
    `A private link to your quote ${quoteNumber} at ${shop.shopName} was created. Everybody who has it can read the quote, without signing in.`,
    'If you created it, you need not do anything. If not, sign out everywhere on your profile and choose a new password: ' +
      'that ends all private links. You can end a single one beside the quote:',
    { open: `${shop.shopUrl}/dashboard/quotes`, label: 'See my quotes' },
  ])
}

export function apiKeyCreatedMail(shop: Shop, recipient: string, key: ApiKey): QueuedMail {
  return writeMail(shop, 'api-key-created', key._id, recipient, 'A new API key was created', [
    `A new API key was created for your account at ${shop.shopName}. Whoever has it can act in your name as it allows:`,
    { facts: [...keyFacts(key), ['Allows', key.scopes.join(', ')], ['Valid until', key.expiresAt ?? 'it is revoked']] },
    'If you created it, you need not do anything. If not, revoke it on your profile first, because it goes on ' +
      'working when you sign out or change your password. Then sign out everywhere and choose a new password.',
    { open: `${shop.shopUrl}/dashboard/profile/developers`, label: 'See my API keys' },
  ])
}

export function apiKeyRevokedMail(shop: Shop, recipient: string, key: ApiKey): QueuedMail {
  return writeMail(shop, 'api-key-revoked', key._id, recipient, 'An API key was revoked', [
    `An API key of your account at ${shop.shopName} was revoked. Programs that use it are refused from now on.`,
    { facts: keyFacts(key) },
    'You can create another one on your profile:',
    { open: `${shop.shopUrl}/dashboard/profile/developers`, label: 'See my API keys' },
  ])
}

/** Without its name, which an attacker may have typed. */
const keyFacts = ({ prefix, createdAt }: ApiKey): [string, string][] => [
  ['Key', `${prefix}...`],
  ['Created', createdAt],
]
