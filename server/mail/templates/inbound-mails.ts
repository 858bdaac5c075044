import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { MAXIMUM_QUOTE_LINES, QUOTE_DAYS } from '#contract/basics/limits.ts'
import type { FileProblem } from '#readers/lists/unreadable-file.ts'
import type { ReadMail } from '#readers/mails/read-mail.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { htmlOf, writeMail, lifetime, type Shop } from '../rendering/write-mail.ts'

/** Rows that are repeated in an answer; the quote has all lines. */
const ROWS_SHOWN = 20

/** An attached file that is not quoted, '' without a name. `second`: another list of the mail was read. */
export type FileNotQuoted = { file: string; why: ReadMail['unread'][number]['why'] | FileProblem | 'columns' | 'no-part' | 'second' }

/**
 * The mail that is answered: `id` of its row, its sender, its Message-ID, rows of it that are no lines, the file that holds its list
 * (undefined for its text), and the other files.
 */
export type Answered = {
  id: string
  sender: string
  messageId: string | undefined
  notRead: readonly string[]
  list: string | undefined
  files: readonly FileNotQuoted[]
}
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
    ...(mail.list === undefined ? [] : [`The list is ${nameOf(mail.list)}. The text of your mail was not read.`]),
    ...filesOf(mail.files),
    ...rowsOf(mail.notRead),
    'Everyone who has this link can read the quote. You can end it in your account:',
    { open: url, label: 'See the quote' },
  ]
  const { blocks: _, ...rest } = writeMail(shop, 'quote-by-mail', mail.id, mail.sender, subject, blocks)
  return { ...rest, html: htmlOf(shop, subject, blocks), linkMinutes: QUOTE_DAYS * 1_440, ...answering(mail) }
}

/** Why a list has no quote. */
export type NoQuote = keyof typeof reasons | FileProblem

/** Says why a mail is answered without a quote. */
export function listNotQuotedMail(shop: Shop, mail: Answered, why: NoQuote): QueuedMail {
  const subject = 'We could not quote your list'
  const register = why === 'no-account'
  return {
    ...writeMail(shop, 'quote-mail-refused', mail.id, mail.sender, subject, [
      why in reasons ? reasons[why as keyof typeof reasons] : `Your list was not read. ${problems[why as FileProblem]}`,
      ...(register ? [] : [...filesOf(mail.files), ...rowsOf(mail.notRead)]),
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

const LONGEST_NAME = 100
const nameOf = (file: string) => (file === '' ? 'the file without a name' : `the file “${startOf(oneLine(file), LONGEST_NAME)}”`)

const filesOf = (files: readonly FileNotQuoted[]): Block[] => [
  ...files.map(({ file, why }) => `Not quoted: ${nameOf(file)}. ${problems[why]}`),
  ...(files.some(({ why }) => !['second', 'no-part', 'columns'].includes(why)) ? [KINDS] : []),
]

const KINDS =
  'The shop reads lists in Excel workbooks (XLSX, XLS, XLSB), OpenDocument sheets (ODS), CSV and text files, and PDFs with text.'
const lines = formatCount(MAXIMUM_QUOTE_LINES)

const reasons = {
  'no-account':
    'There is no account with a confirmed address for this mail, so nothing of it was kept. Register with this address, confirm it, and send the list again.',
  'no-part': 'No row of your list names a part of ours.',
  columns: 'We are not certain which columns of your list have the parts and the pieces. Please choose them in the shop.',
  full: 'Your account has as many open quotes as it may have, or has made many within an hour. Please delete some, or send the list later.',
  unreadable: 'Your mail could not be read. Please send the list in a new mail.',
  files: 'No file of your mail is quoted.',
  empty: `Your mail has no list: neither a file nor rows of text. ${KINDS}`,
}

const problems: Record<FileNotQuoted['why'], string> = {
  'no-part': 'No row of it names a part of ours.',
  columns: 'We are not certain which of its columns have the parts and the pieces. Please choose them in the shop.',
  second: 'One list of a mail is quoted. Please send it in a mail of its own.',
  'too-many': 'The mail has too many files. Please send it in a mail of its own.',
  kind: 'It is not a kind of file that holds a list.',
  archive: 'It is an archive. Please send the file that is inside.',
  wrapped: 'Outlook has wrapped the files of the mail in it. Please send the mail as HTML or plain text.',
  'too-large': 'It is larger than 10 MB.',
  'workbook-locked': 'It is locked with a password. Please save it without one.',
  'no-spreadsheet': 'It cannot be read as a list.',
  damaged: 'It cannot be read: it is damaged. Please save it again.',
  'too-much-inside': 'It contains too much data.',
  'no-such-sheet': 'It has no such sheet.',
  'pdf-scan': 'It has no text: it is a picture of a page. Please send the file that it was made from.',
  'pdf-locked': 'It is locked with a password.',
  'pdf-damaged': 'It cannot be read: it is a damaged PDF.',
  'pdf-too-long': 'It has more than 200 pages.',
  'pdf-too-much': 'It contains too much data.',
  'too-many-rows': `It has more than ${lines} rows. Please split it.`,
  'too-slow': 'Reading it takes too long.',
  empty: 'It is empty.',
}
