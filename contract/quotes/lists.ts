import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { nullable, text } from '../basics/fields.ts'
import { LIST_BYTES } from '../basics/limits.ts'

const MAX_COLUMNS = 60
/** More than a sheet's name has in spreadsheet programs. */
const SHEET_NAME = 100

const column = (what: string) => Type.Integer({ minimum: 1, maximum: MAX_COLUMNS, description: `Column of ${what}, from 1` })

/** Columns and sheet of a list as the caller names them; without `part` the columns are found by the part numbers and names of the catalogue. */
export const ListColumns = Type.Object({
  part: Type.Optional(column('part numbers or names')),
  name: Type.Optional(column('names, read where the part number is empty')),
  quantity: Type.Optional(column('quantities; without one each line is for 1000 pieces')),
  sheet: Type.Optional(text(SHEET_NAME, { description: 'Name of the sheet of a workbook; the one that was open when nothing is said' })),
})
export type ListColumns = Static<typeof ListColumns>

/** A list as lines of a quote. Each of its rows is a line, not read, blank or the header. */
export const ReadList = Type.Object({
  lines: Type.Array(Type.Object({ text: Type.String(), quantity: Type.Optional(Type.String({ description: 'As it is written' })) }), {
    description: 'To be sent to `POST /quotes` or `POST /quotes/price` as they are',
  }),
  notRead: Type.Array(
    Type.Object({ row: Type.Integer({ description: 'From 1, without blank rows and the header' }), text: Type.String() }),
    {
      description: 'Greetings, headings, sums and whatever else is no line',
    },
  ),
  columns: Type.Object({
    part: column('part numbers or names'),
    name: nullable(column('names')),
    quantity: nullable(column('quantities')),
  }),
  header: Type.Integer({ description: 'Header rows: 0 or 1' }),
  blank: Type.Integer({ description: 'Blank rows' }),
  counted: Type.Boolean({ description: 'The quantities are counts of places on a board, such as 7 for C1,C2,C5-C9' }),
  shortened: Type.Integer({ description: 'Lines whose text was longer than a line may be' }),
  sheets: Type.Optional(
    Type.Object(
      { names: Type.Array(Type.String(), { description: 'Visible sheets' }), read: Type.String({ description: 'The one that was read' }) },
      { description: 'Only of a workbook with several visible sheets' },
    ),
  ),
})
export type ReadList = Static<typeof ReadList>

export const listCalls = defineCalls('Quotes', 'lists', {
  read: {
    method: 'POST',
    path: '/quotes/read',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Read a list (CSV, XLSX or text, as bytes) into lines of a quote, as the quote screen does; nothing is saved',
    mayRepeat: true,
    query: ListColumns,
    takesBytes: true,
    bodyLimitBytes: LIST_BYTES,
    response: ReadList,
  },
})
