import { createHash } from 'node:crypto'
import { formatAmount, formatCents, formatCount } from '#contract/basics/figures.ts'
import { incotermWords, type Incoterm } from '#contract/freight/freight.ts'
import { FREIGHT_IS_ADDED } from '#contract/freight/freight-text.ts'
import type { QuoteSummary } from '#contract/quotes/quotes.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, writeMailWithToken, lifetime, type Shop } from '../rendering/write-mail.ts'

/** A buyer's quotes that a voiding withdrew: their count, and the numbers of the first of them. `userId` is null of somebody without an account. */
type WithdrawnQuotes = { voidingId: string; userId: string | null; email: string; count: number; numbers: string[]; reason: string }

/** Reports withdrawn quotes to their buyer; once for each buyer and voiding. */
export function quotesWithdrawnMail(shop: Shop, withdrawn: WithdrawnQuotes): QueuedMail {
  const { voidingId, userId, email, count, numbers, reason } = withdrawn
  const [only] = numbers
  const rest = count - numbers.length
  const subject = count === 1 ? `Your quote ${only} was withdrawn` : `${formatCount(count)} of your quotes were withdrawn`
  return writeMail(shop, 'quote-withdrawn', `${voidingId} ${userId ?? email}`, email, subject, [
    `${shop.shopName} has withdrawn ${count === 1 ? 'this quote. Its prices no longer hold' : 'these quotes. Their prices no longer hold'}, and nothing can be ordered at them:`,
    {
      facts: [
        [count === 1 ? 'Quote' : 'Quotes', numbers.join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '')],
        ['Reason', oneLine(reason)],
      ],
    },
    ...(userId === null
      ? [
          'We are sorry for the trouble. Write to us if you still want these parts.',
          { open: `${shop.shopUrl}/contact-us`, label: 'Write to us' },
        ]
      : [
          "We are sorry for the trouble. Open a quote to see its lines at today's prices. What you have ordered before stays as it is.",
          { open: `${shop.shopUrl}/dashboard/quotes`, label: 'See my quotes' },
        ]),
  ])
}

/** An offer: `total` in dollars, `terms` as the admin wrote them. */
type Offered = {
  quoteId: string
  number: string
  version: number
  email: string
  total: number
  terms: string
  validDays: number
  freight?: { name: string; incoterm?: Incoterm }
  freightCents?: number
}

/** Tells a buyer of an offer; once for each. */
export function quoteOfferedMail(
  shop: Shop,
  { quoteId, number, version, email, total, terms, validDays, freight, freightCents = 0 }: Offered,
): QueuedMail {
  return writeMail(shop, 'quote-offered', `${quoteId} ${version}`, email, `Our offer for your quote ${number}`, [
    `${shop.shopName} has an offer for you. Its prices hold for ${lifetime(validDays * 1_440)}.`,
    {
      facts: [['Quote', `${number}, version ${version}`], ['Total', formatAmount(total)], ...freightFact(freight, freightCents)],
    },
    ...(terms === '' ? [] : ['Terms:', { quote: terms }]),
    'Look at every line, and order it there if you agree:',
    { open: `${shop.shopUrl}/dashboard/quotes/${quoteId}?version=${version}`, label: 'See the offer' },
  ])
}

function freightFact(freight: Offered['freight'], cents: number): [string, string][] {
  if (!freight) return []
  const { name, incoterm } = freight
  return [['Freight', [cents === 0 ? 'free' : formatCents(cents), name, ...(incoterm ? [incotermWords(incoterm)] : [])].join(', ')]]
}

type MessageQuoted = Omit<Offered, 'quoteId' | 'version'> & {
  url: string
  /** The quote of an account. Without one, the address is a private link: the text goes once the mail is sent. */
  quoteId?: string
}

/** Answers a message of the contact form with a quote. Nothing of the message is repeated: anybody can name any address there. */
export function messageQuotedMail(
  shop: Shop,
  { quoteId, url, number, email, total, terms, validDays, freight, freightCents = 0 }: MessageQuoted,
): QueuedMail {
  const minutes = validDays * 1_440
  const subject = `Our quote ${number} for your message`
  const blocks: Block[] = [
    `${shop.shopName} answers your message with a quote. Its prices hold for ${lifetime(minutes)}. This is a quote, not an invoice.`,
    {
      facts: [['Quote', number], ['Total', formatAmount(total)], ...freightFact(freight, freightCents)],
    },
    ...(terms === '' ? [] : ['Terms:', { quote: terms }]),
    ...(quoteId === undefined
      ? [
          'Everyone who has this link can read the quote. To order it, register with this address and confirm it: then the quote is with your quotes.',
          { open: url, label: 'See the quote' },
          { open: `${shop.shopUrl}/register`, label: 'Register' },
        ]
      : ['Look at every line, and order it there if you agree:', { open: url, label: 'See the quote' }]),
  ]
  return quoteId === undefined
    ? writeMailWithToken(shop, 'message-quoted', email, minutes, subject, blocks)
    : writeMail(shop, 'message-quoted', quoteId, email, subject, blocks)
}

type StillOpen = QuoteSummary & Pick<Offered, 'quoteId' | 'email' | 'freight' | 'freightCents'> & { addsFreight: boolean }

/** Reminds a buyer of a quote; once a day at most. `addsFreight`: whoever orders it chooses from the shop's methods. */
export function quoteFollowUpMail(
  shop: Shop,
  { quoteId, email, number, version, total, validUntil, freight, freightCents = 0, addsFreight }: StillOpen,
): QueuedMail {
  const ref = `${quoteId} ${version} ${new Date().toISOString().slice(0, 10)}`
  return writeMail(shop, 'quote-follow-up', ref, email, `Your quote ${number} is still open`, [
    'You can still order this quote at its prices:',
    {
      facts: [
        ['Quote', number],
        ['Total', formatAmount(total)],
        ...freightFact(freight, freightCents),
        ...(addsFreight ? [['Freight', FREIGHT_IS_ADDED] satisfies [string, string]] : []),
        ['Prices hold until', `${validUntil.slice(0, 10)}, ${validUntil.slice(11, 16)} UTC`],
      ],
    },
    'If it does not suit you, you can ask for other prices or tell us why, in a minute:',
    { open: `${shop.shopUrl}/dashboard/quotes/${quoteId}`, label: 'See the quote' },
  ])
}

/** A buyer's wish, to a staff member; once for each version and reader. */
export function quoteRequestMail(
  shop: Shop,
  recipient: string,
  { quoteId, version, number, text }: { quoteId: string; version: number; number: string; text: string },
): QueuedMail {
  return writeMail(
    shop,
    'quote-request',
    `${quoteId} ${version} ${createHash('sha256').update(text).digest('hex')} ${recipient}`,
    recipient,
    `A customer asks for an offer for quote ${number}`,
    [
      'A customer asks for other prices or terms:',
      { quote: text },
      'Please answer with an offer:',
      { open: `${shop.shopUrl}/dashboard/all-quotes/${quoteId}`, label: 'See the quote' },
    ],
  )
}
