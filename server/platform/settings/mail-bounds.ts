import { LEAST_MAILS } from '../../mail/mail-bounds.ts'
import type { Variables } from './variables.ts'

/** Limits of the mails to one address. */
export type MailBounds = {
  /** Maximum within 24 hours, by whether the address is confirmed. Where trust is not earned, every address counts as confirmed. */
  mailsPerDay: { unconfirmed: number; confirmed: number }
  /** Seconds between two mails about one order; events in between become one mail. */
  orderMailSeconds: number
}

const MOST = 100_000
const MOST_SECONDS = 3_600

/** In trial mode mails about orders are not delayed: they are files on the same machine. */
export function readMailBounds(variables: Variables, mode: 'trial' | 'production'): MailBounds {
  return {
    mailsPerDay: {
      unconfirmed: variables.count('MAILS_PER_DAY_UNCONFIRMED', { usual: 10, least: LEAST_MAILS.unconfirmed, most: MOST }),
      confirmed: variables.count('MAILS_PER_DAY', { usual: 500, least: LEAST_MAILS.confirmed, most: MOST }),
    },
    orderMailSeconds: variables.count('ORDER_MAIL_SECONDS', { usual: mode === 'production' ? 60 : 0, least: 0, most: MOST_SECONDS }),
  }
}
