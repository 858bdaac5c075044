import type { SmtpError, SmtpFault } from './judge-smtp-error.ts'

export const REPLY_ADVICE = {
  login: 'Check user and password in SMTP_URL; many providers want an app password.',
  noLogin: 'Put user and password of the mail server into SMTP_URL: smtp://USER:PASSWORD@HOST:PORT.',
  sender: 'Set MAIL_FROM to an address that the mail provider has verified and that this login may use.',
  relay: 'Put user and password into SMTP_URL, or let the mail server relay the mails of this machine.',
  encryption: 'Use the port for STARTTLS, usually 587, or write smtps:// with port 465.',
  records: 'Add the records that the mail provider names to the DNS of the domain of MAIL_FROM: SPF, DKIM, DMARC.',
  client: 'The mail server wants no mails from this machine: ask its provider, or use another mail server.',
  content: 'Ask the mail provider why. If this is the only mail that is refused, the others go on by themselves.',
  unclear: 'Run npm run shop -- check, and ask the mail provider which of its rules refuses the mail.',
}

const SENDER = 'the mail server refuses the sender MAIL_FROM'
const RECIPIENT = 'the mail server refuses the recipient'
const SHOP = 'the mail server refuses mails from this shop'
const MAIL = 'the mail server refuses the mail'

/**
 * Answers about the shop, after any command: most servers check sender, login and network only when the recipient is named
 * (Postfix: `smtpd_delay_reject`). The first match counts. `codes` are enhanced status codes without their first digit
 * (RFC 3463), `words` are in the text.
 */
const ABOUT_THE_SHOP = [
  { what: SENDER, advice: REPLY_ADVICE.sender, codes: ['1.7', '1.8', '7.27'], words: /sender|mail from|return.?path|envelope from/i },
  { what: SHOP, advice: REPLY_ADVICE.login, codes: ['7.8', '7.9', '7.14'], words: /authenti|log.?in|logged|credential|sasl/i },
  { what: SHOP, advice: REPLY_ADVICE.relay, codes: [], words: /relay/i },
  { what: SHOP, advice: REPLY_ADVICE.encryption, codes: ['7.10', '7.11'], words: /starttls|encrypt/i },
  { what: SHOP, advice: REPLY_ADVICE.records, codes: ['7.20', '7.22', '7.23', '7.24', '7.26'], words: /\b(spf|dkim|dmarc)\b/i },
  {
    what: SHOP,
    advice: REPLY_ADVICE.client,
    codes: ['7.25'],
    words:
      /client|\behlo\b|\bhelo\b|reverse|\bptr\b|block.?list|black.?list|\bblocked\b|reputation|spamhaus|your (ip|host|address|server)/i,
  },
]

/** Basic codes of the login (RFC 4954). */
const LOGIN_CODES = new Set([530, 534, 535, 538])
/** Mailbox, domain or syntax of the recipient, and the state of its mailbox (RFC 3463 and 7505). */
const RECIPIENT_CODES = new Set(['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.10', '2.0', '2.1', '2.2', '2.3', '2.4'])
/** Enhanced codes without further meaning. */
const VAGUE_CODES = new Set(['0.0', '1.0', '4.1', '5.0'])
const RECIPIENT_WORDS =
  /no such|unknown|unavailable|not? exist|not found|not (here|local)|no (mailbox|user|account)|invalid|disabled|inactive|\bfull\b|mailbox|user|recipient/i

/** Classifies a 4xx or 5xx answer to MAIL FROM, RCPT TO, DATA, or a transmitted mail. */
export function judgeReply(
  { command, response = '', responseCode = 0, code }: SmtpError,
  about: { hasLogin: boolean; recipient: string },
): { fault: SmtpFault; what: string; advice: string } {
  const enhanced = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '0.0'
  const text = withoutAddresses(response, about.recipient)
  const login = about.hasLogin ? REPLY_ADVICE.login : REPLY_ADVICE.noLogin
  if (LOGIN_CODES.has(responseCode)) return { fault: 'shop', what: SHOP, advice: login }
  if (command === 'MAIL FROM') return { fault: 'shop', what: SENDER, advice: REPLY_ADVICE.sender }
  if (responseCode === 421) return { fault: 'passing', what: command === 'RCPT TO' ? RECIPIENT : MAIL, advice: '' }

  const isOfRecipient = command === 'RCPT TO' && RECIPIENT_CODES.has(enhanced)
  const shop = isOfRecipient ? undefined : ABOUT_THE_SHOP.find(({ codes, words }) => codes.includes(enhanced) || words.test(text))
  if (shop) return { fault: 'shop', what: shop.what, advice: shop.advice === REPLY_ADVICE.login ? login : shop.advice }

  const isPutOff = responseCode < 500
  if (code === 'EMESSAGE' || command !== 'RCPT TO')
    return { fault: isPutOff ? 'passing' : 'shop', what: MAIL, advice: isPutOff ? '' : REPLY_ADVICE.content }
  if (isPutOff) return { fault: 'passing', what: RECIPIENT, advice: '' }
  return isOfRecipient || (VAGUE_CODES.has(enhanced) && RECIPIENT_WORDS.test(text))
    ? { fault: 'recipient', what: RECIPIENT, advice: '' }
    : { fault: 'unclear', what: 'the mail server refuses the recipient or the shop', advice: REPLY_ADVICE.unclear }
}

/** Addresses and the recipient's domain are user input. */
const withoutAddresses = (text: string, recipient: string) => {
  const domain = recipient.slice(recipient.indexOf('@') + 1)
  const bare = text.replace(/\S+@\S+/g, '')
  return domain === '' ? bare : bare.replaceAll(domain, '')
}
