import type { ListColumns, ReadList } from '#contract/quotes/lists.ts'
import type { ListOfFile } from '#readers/lists/read-list-file.ts'
import type { FileProblem } from '#readers/lists/unreadable-file.ts'
import { Refusal } from '#readers/refusal.ts'
import { invalidField, ShopError } from '../../errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readListOf } from './read-list-of.ts'

/** Bytes of a file that count as much as a line of a quote. */
const BYTES_OF_LINE = 100

const sentences: Record<FileProblem, string> = {
  'too-large': 'This list is larger than 10 MB.',
  'workbook-locked': 'This workbook is locked with a password.',
  'no-spreadsheet': 'This is no list that the shop can read. Send CSV, a workbook (XLSX, XLS, ODS), PDF or text.',
  damaged: 'This workbook is damaged.',
  'too-much-inside': 'This file contains too much data.',
  'no-such-sheet': 'This workbook has no sheet of this name.',
  'too-many-rows': 'This list has more than 10,000 rows.',
  'too-slow': 'Reading this list takes too long. Send it as CSV.',
  'pdf-scan': 'This PDF has no text: it is a picture of a page.',
  'pdf-locked': 'This PDF is locked with a password.',
  'pdf-damaged': 'This PDF is damaged.',
  'pdf-too-long': 'This PDF has more than 200 pages.',
  'pdf-too-much': 'This PDF contains too much data.',
  empty: 'The list is empty.',
}

/**
 * Reads a list as the quote screen does, and saves nothing.
 * @throws ShopError LIST_UNREADABLE; COLUMNS_UNCLEAR when the caller has to name them; INVALID_INPUT; TOO_MANY_REQUESTS.
 */
export async function readList(
  services: Pick<Services, 'db' | 'identity' | 'readers'>,
  { userId }: Caller,
  bytes: Uint8Array,
  asked: ListColumns,
  signal?: AbortSignal,
): Promise<ReadList> {
  const chosen = { columns: chosenColumns(asked), sheet: asked.sheet }
  await services.identity.countAttempt('quote-work', userId, Math.ceil(bytes.length / BYTES_OF_LINE))
  try {
    const list = await readListOf(services, userId, bytes, chosen, signal)
    if (!list) throw new ShopError('COLUMNS_UNCLEAR')
    return present(list)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = sentences[error.reason as FileProblem]
    throw error.reason === 'no-such-sheet' ? invalidField('sheet', message) : new ShopError('LIST_UNREADABLE', { message })
  }
}

function chosenColumns({ part, name, quantity }: ListColumns) {
  if (part === undefined && (name !== undefined || quantity !== undefined)) throw invalidField('part', 'Name the column of the parts, too.')
  const before = (column: number | undefined) => (column === undefined ? undefined : column - 1)
  return part === undefined ? undefined : { part: part - 1, name: before(name), quantity: before(quantity) }
}

function present({ lines, notRead, columns, header, blank, isCounted, cut, sheets }: ListOfFile): ReadList {
  const fromOne = (column: number | undefined) => (column === undefined ? null : column + 1)
  return {
    lines: lines.map(({ text, quantity }) => ({ text, ...(quantity !== '' && { quantity }) })),
    notRead: notRead.map(({ row, whole }) => ({ row: row + 1, text: whole })),
    columns: { part: columns.part + 1, name: fromOne(columns.name), quantity: fromOne(columns.quantity) },
    header,
    blank,
    counted: isCounted,
    shortened: cut,
    ...(sheets && { sheets: { names: [...sheets.names], read: sheets.read } }),
  }
}
