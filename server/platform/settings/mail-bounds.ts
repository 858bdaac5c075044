import type { Variables } from './variables.ts'

export type MailBounds = {
  /** Maximum within 24 hours, by whether the address is confirmed. Where trust is not earned, every address counts as confirmed. */
  mailsPerDay: { unconfirmed: number; confirmed: number }
  /** Seconds between two mails about one order; events in between become one mail. */
  orderMailSeconds: number
}

/** Mails a day that are reserved for one purpose each; mails about orders get the rest, which is one at least. */
export const reservedMails = {
  unconfirmed: { confirm: 3, reset: 2, warning: 1 },
  confirmed: { confirm: 10, reset: 20, warning: 30 },
}

export const sum = (shares: Record<string, number>): number => Object.values(shares).reduce((all, share) => all + share, 0)

const MOST = 100_000
const MAX_SECONDS = 3_600

/*
 * Mails:
 * | `MAILS_PER_DAY_UNCONFIRMED`, `MAILS_PER_DAY` | `10`, `500` | optional | maximum of [mails to one address](services/mail.md#how-many-mails-an-address-gets) within 24 hours, before and after it is confirmed; at least 7 and 61 |
 * | `ORDER_MAIL_SECONDS` | `60` in production, `0` in trial mode | optional | minimum seconds between two mails about one order; events in between are combined in one mail |
 */

/** In trial mode mails about orders are not delayed: they are files on the same machine. */
export function readMailBounds(variables: Variables, mode: 'trial' | 'production'): MailBounds {
  return {
    mailsPerDay: {
      unconfirmed: variables.count('MAILS_PER_DAY_UNCONFIRMED', { usual: 10, least: sum(reservedMails.unconfirmed) + 1, most: MOST }),
      confirmed: variables.count('MAILS_PER_DAY', { usual: 500, least: sum(reservedMails.confirmed) + 1, most: MOST }),
    },
    orderMailSeconds: variables.count('ORDER_MAIL_SECONDS', { usual: mode === 'production' ? 60 : 0, least: 0, most: MAX_SECONDS }),
  }
}
