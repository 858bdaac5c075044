import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { MAXIMUM_QUOTE_LINES, QUOTE_DAYS } from '#contract/basics/limits.ts'
import type { FileProblem } from '#readers/lists/unreadable-file.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { htmlOf, writeMail, lifetime, type Shop } from '../rendering/write-mail.ts'

/** Rows that are repeated in an answer; the quote has all lines. */
const ROWS_SHOWN = 20

/** The mail that is answered: `id` of its row, its sender, its Message-ID, and rows of it that are no lines. */
export type Answered = { id: string; sender: string; messageId: string | undefined; notRead: readonly string[] }
type Quoted = { number: string; url: string; total: number; lines: number; priced: number }

/** Answers a list with its quote. The address of the private link is a secret: the text goes once the mail is sent. */
export function listQuotedMail(shop: Shop, mail: Answered, { number, url, total, lines, priced }: Quoted): QueuedMail {
  const open = lines - priced
  const subject = `Your quote ${number}`
  const blocks: Block[] = [
    `${shop.shopName} has read your list. Its prices hold for ${lifetime(QUOTE_DAYS * 1_440)}. This is a quote, not an invoice.`,
    {
      facts: [
        ['Quote', number],
        ['Lines with a price', formatCount(priced)],
        ['Lines without one', formatCount(open)],
        ['Rows not read', formatCount(mail.notRead.length)],
        ['Total', formatAmount(total)],
      ],
    },
    ...(open > 0 ? ['Where a part or a quantity is not clear, the quote says so. Edit it in your account.'] : []),
    ...rowsOf(mail.notRead),
    'Everyone who has this link can read the quote. You can end it in your account:',
    { open: url, label: 'See the quote' },
  ]
  const { blocks: _, ...rest } = writeMail(shop, 'quote-by-mail', mail.id, mail.sender, subject, blocks)
  return { ...rest, html: htmlOf(shop, subject, blocks), linkMinutes: QUOTE_DAYS * 1_440, ...answering(mail) }
}

/** Why a list has no quote. */
export type NoQuote = FileProblem | 'no-account' | 'no-part' | 'columns' | 'full' | 'unreadable'

/** Says why a mail is answered without a quote. */
export function listNotQuotedMail(shop: Shop, mail: Answered, why: NoQuote): QueuedMail {
  const subject = 'We could not quote your list'
  const register = why === 'no-account'
  return {
    ...writeMail(shop, 'quote-mail-refused', mail.id, mail.sender, subject, [
      reasons[why],
      ...(register ? [] : rowsOf(mail.notRead)),
      register
        ? { open: `${shop.shopUrl}/register`, label: 'Register' }
        : { open: `${shop.shopUrl}/quote`, label: 'Make the quote in the shop' },
    ]),
    ...answering(mail),
  }
}

const answering = ({ messageId }: Answered) => (messageId === undefined ? {} : { inReplyTo: messageId })

/** Words of the mail, marked as a quotation. */
const rowsOf = (notRead: readonly string[]): Block[] =>
  notRead.length === 0
    ? []
    : [
        notRead.length > ROWS_SHOWN ? `Not read, the first ${ROWS_SHOWN} rows of your mail:` : 'Not read, from your mail:',
        { quote: notRead.slice(0, ROWS_SHOWN).map(oneLine).join('\n') },
      ]

const lines = formatCount(MAXIMUM_QUOTE_LINES)
const reasons: Record<NoQuote, string> = {
  'no-account':
    'There is no account with a confirmed address for this mail, so nothing of it was kept. Register with this address, confirm it, and send the list again.',
  'no-part': 'No row of your list names a part of ours.',
  columns: 'We are not certain which columns of your list have the parts and the pieces. Please choose them in the shop.',
  full: 'Your account has as many open quotes as it may have, or has made many within an hour. Please delete some, or send the list later.',
  unreadable: 'Your mail could not be read.',
  'too-large': 'The attached file is larger than 10 MB.',
  'old-workbook': 'The attached file is an old Excel workbook (XLS). Please save it as XLSX or CSV.',
  'no-spreadsheet': 'The attached file cannot be read. Please send CSV, Excel (XLSX) or PDF.',
  damaged: 'The attached workbook cannot be read. Please save it again as XLSX or CSV.',
  'too-much-inside': 'The attached workbook contains too much data.',
  'no-such-sheet': 'The attached workbook has no such sheet.',
  'pdf-scan': 'The attached PDF has no text: it is a picture of a page. Please send the file that it was made from.',
  'pdf-locked': 'The attached PDF is locked with a password.',
  'pdf-damaged': 'The attached PDF cannot be read.',
  'pdf-too-long': 'The attached PDF has more than 200 pages.',
  'pdf-too-much': 'The attached PDF contains too much data.',
  'too-many-rows': `Your list has more than ${lines} rows. Please split it.`,
  'too-slow': 'Reading the attached file takes too long.',
  empty: 'Your mail has no list: neither a file (CSV, XLSX, PDF) nor rows of text.',
}
