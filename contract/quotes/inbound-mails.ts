import Type from 'typebox'
import { defineCalls } from '../basics/call.ts'

/** Header that signs a mail: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of "SECONDS." and the body. */
export const INBOUND_SIGNATURE = 'x-inbound-signature'

/** Maximum size of a mail in bytes: a file of 10 MB as mails carry it. */
export const MAX_MAIL_BYTES = 15 * 1024 * 1024

export const inboundMailCalls = defineCalls('Mails', 'inboundMails', {
  receive: {
    method: 'POST',
    path: '/inbound-mails',
    policy: 'webhook',
    summary: 'A mail to the shop (message/rfc822), signed by the mail provider; it is answered with a quote',
    bodyLimitBytes: MAX_MAIL_BYTES,
    response: Type.Object({ received: Type.Boolean() }),
  },
})
