import type { Variables } from './variables.ts'

/**
 * Mails that a provider hands over. Without secrets none is taken.
 * - `secrets`: sign mails; the first is the current one, two during a change
 * - `authserv`: the name under which the provider writes its Authentication-Results
 */
export type InboundMailSettings = { secrets: readonly string[]; authserv: string }

const SECRET_MIN_LENGTH = 16

/** Trial mode listens on loopback only, so that its secret need not be one. */
const TRIAL: InboundMailSettings = { secrets: ['trial-inbound-mail'], authserv: 'trial.example' }
const NONE: InboundMailSettings = { secrets: [], authserv: '' }

/*
 * Mails:
 * | `INBOUND_MAIL_SECRET`, `INBOUND_MAIL_AUTHSERV` | built-in ones in trial mode | optional | [lists by mail](services/mail.md#mails-to-the-shop): secret that signs mails to the shop, and the provider's name in `Authentication-Results`; without them none is taken |
 */

export function readInboundMail(variables: Variables, mode: 'trial' | 'production'): InboundMailSettings {
  const given = variables.together(['INBOUND_MAIL_SECRET', 'INBOUND_MAIL_AUTHSERV'])
  if (!given) return mode === 'trial' ? TRIAL : NONE
  const secrets = variables.list('INBOUND_MAIL_SECRET')
  if (secrets.length > 2 || secrets.some(({ length }) => length < SECRET_MIN_LENGTH)) {
    variables.problem(`INBOUND_MAIL_SECRET has at least ${SECRET_MIN_LENGTH} characters; two secrets are separated by a comma.`)
  }
  if (/[\s;]/.test(given.INBOUND_MAIL_AUTHSERV)) {
    variables.problem('INBOUND_MAIL_AUTHSERV is the name that begins the provider’s Authentication-Results, such as mx.example.com.')
  }
  return { secrets, authserv: given.INBOUND_MAIL_AUTHSERV.toLowerCase() }
}
