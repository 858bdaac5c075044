import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { readPartsFile } from '#readers/parts/read-parts-file.ts'
import { recognisePartColumns } from '#readers/parts/recognise-part-columns.ts'
import { readers, type OptionsOf, type ReadOf } from '#readers/readers.ts'
import type { ReadMovement } from '#readers/bank/statement.ts'

/** The answer of a list whose columns the buyer must choose. */
export const ASKED = 'asks for the columns'

type Bytes = Uint8Array<ArrayBuffer>
/** A figure that money or stock depends on: its column, the row that it is of, and itself; '' is one that the reader leaves open. */
export type Figure = { column: string; of: string; is: string }

/** How a kind of file is read for the corpus. A kind is one entry of `corpusKinds`, and one folder of files. */
type CorpusKind = {
  /** @throws Refusal */
  read: (bytes: Bytes, options: unknown) => Promise<CorpusRead>
  /**
   * Which rows may be missing when other bytes of the file are damaged. 'none': each row is money. 'told': those that the reader names as
   * not read. 'column': those of a column that is not read at all, which a person sees. 'any': a part of the file may be missing.
   */
  mayMiss: 'none' | 'told' | 'column' | 'any'
}
export type CorpusRead = {
  /** In the form of the answers beside the files. */
  answer: unknown
  figures: Figure[]
  /** Rows that the reader names as not read. */
  told: string[]
  /** The reader itself says that the file may be wrong, or asks the person who sent it. */
  isDoubted: boolean
}

const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../catalogue/parts.json'), 'utf8')) as {
  name: string
  partNumber: string
}[]
/** Numbers of the sample parts by their numbers and names. */
const numbers = new Map(
  catalogue.flatMap(({ name, partNumber }) => [name, partNumber].map((text) => [text.toLowerCase(), partNumber] as const)),
)
/** The answers of a shop with the sample parts. */
export const askSampleShop = async (texts: string[]) =>
  texts.map((text) => (numbers.has(text.trim().toLowerCase()) ? 'matched' : 'unknown'))

/** Columns of parts with figures, and the number that they belong to. */
const FIGURES: ReadonlySet<string> = new Set(['partNumber', 'price', 'available', 'minimumOrder'])
/** The import refuses another price or stock. */
const isFigure = (field: string, cell = '') => field === 'partNumber' || /^[\d.,]+$/.test(cell)

type List = ReadOf<'list'>
const linesOf = (list: List) => (list?.lines ?? []).map(({ text, quantity }) => [text, piecesOf(quantity)] as const)
/** As the shop reads it; as it is written where the shop asks. */
const piecesOf = (quantity: string) => (quantity === '' ? '' : (readQuantity(quantity) ?? quantity))
/** A quantity that is no clear number is asked about. */
const figuresOfList = (list: List): Figure[] =>
  linesOf(list).map(([text, pieces]) => ({
    column: 'pieces',
    of: numbers.get(text.toLowerCase()) ?? text,
    is: typeof pieces === 'number' ? String(pieces) : '',
  }))
const toldOfList = (list: List) => (list?.notRead ?? []).map(({ whole }) => whole)
/** Day, amount in the smallest unit, currency, the other side, its account, and the words of the payer. */
const rowOf = ({ bookedOn, amount, currency, payer, payerAccount, text, reference }: ReadMovement) => [
  bookedOn,
  amount,
  currency,
  payer,
  payerAccount,
  reference === '' || text.includes(reference) ? text : `${text} ${reference}`,
]

/** Where a test of a bank's file does not say it. */
const OWN_ACCOUNT = { currency: 'EUR', account: 'DE02120300000000202051' }

export const corpusKinds: Record<string, CorpusKind> = {
  statement: {
    mayMiss: 'none',
    async read(bytes, options) {
      const { format, statements } = await readers.statement(bytes, { ...OWN_ACCOUNT, ...(options as Partial<OptionsOf<'statement'>>) })
      return {
        answer: {
          format,
          statements: statements.map(({ account, pending, addsUp, movements }) => ({
            account,
            pending,
            ...(addsUp !== undefined && { addsUp }),
            movements: movements.map(rowOf),
          })),
        },
        figures: statements.flatMap(({ movements }) =>
          movements.map(({ bookedOn, amount }) => ({ column: 'amount', of: bookedOn, is: String(amount) })),
        ),
        told: [],
        isDoubted: statements.some(({ addsUp }) => addsUp === false),
      }
    },
  },
  list: {
    mayMiss: 'told',
    async read(bytes, options) {
      const list = await readers.list(bytes, options as OptionsOf<'list'>, askSampleShop)
      return {
        answer: list ? { lines: linesOf(list), notRead: toldOfList(list) } : ASKED,
        figures: figuresOfList(list),
        told: toldOfList(list),
        isDoubted: list === undefined,
      }
    },
  },
  mail: {
    mayMiss: 'any',
    async read(bytes) {
      const { lists } = await readers.mail(bytes)
      // The first one that names a part, as the shop takes it.
      let list: List
      for (const one of lists) {
        const read = await readers.list(bytesOf(one), undefined, askSampleShop).catch(undefinedIfRefused)
        list ??= read
        if (read?.lines.some(({ text }) => numbers.has(text.toLowerCase()))) {
          list = read
          break
        }
      }
      return { answer: { lines: linesOf(list) }, figures: figuresOfList(list), told: toldOfList(list), isDoubted: list === undefined }
    },
  },
  parts: {
    mayMiss: 'column',
    async read(bytes) {
      const rows = await readPartsFile(bytes)
      const { header, fields } = recognisePartColumns(rows)
      const places = fields.flatMap((field, place) => (field === undefined ? [] : [{ field, place }]))
      const body = rows.slice(header ? 1 : 0)
      const number = fields.indexOf('partNumber')
      return {
        answer: { rows: body.map((row) => Object.fromEntries(places.map(({ field, place }) => [field, row[place] ?? '']))) },
        figures: body.flatMap((row) =>
          places
            .filter(({ field }) => FIGURES.has(field))
            .map(({ field, place }) => ({
              column: field,
              of: row.filter((cell) => cell !== '').join(' '),
              is: isFigure(field, row[place]) ? row[place]! : '',
            })),
        ),
        told: [],
        // Two columns of one field are asked about.
        isDoubted: number < 0 || new Set(places.map(({ field }) => field)).size < places.length,
      }
    },
  },
}

export const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'Refusal'
function undefinedIfRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

const bytesOf = (list: Bytes | { bytes: Bytes }): Bytes => (list instanceof Uint8Array ? list : list.bytes)
