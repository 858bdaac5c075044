import { counted, formatCount } from '../basics/figures.ts'
import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { day, Id, IdParams, nullable, pageSize, requiredText, strictObject, text } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { MAXIMUM_RELATED, ORDERS_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { BulkChange } from './bulk-change.ts'
import { deskFilter } from './part-desk.ts'
import { fieldProblems, importFields, numberFields, partFields, type ImportField, type NumberField } from './part-fields.ts'

/** Rows of a file, and of one call that sends them. */
export const MAXIMUM_IMPORT_ROWS = 100_000
export const IMPORT_ROWS_AT_ONCE = 1_000
/** Imports that the list shows, and days for which one that was not written is kept. */
export const IMPORTS_SHOWN = 50
export const OPEN_IMPORT_DAYS = 7
/** How far ahead an import can be planned. */
export const MAXIMUM_PLANNED_DAYS = 730

const DecimalMark = Type.Enum(['.', ','])
/** What separates the decimals of numbers with two readings, such as 1,234, by column; where the caller knows it. */
export const DecimalMarks = strictObject(
  Object.fromEntries(numberFields.map((field) => [field, Type.Optional(DecimalMark)])) as Record<
    NumberField,
    ReturnType<typeof Type.Optional<typeof DecimalMark>>
  >,
)
export type DecimalMarks = Partial<Record<NumberField, Static<typeof DecimalMark>>>

/** A price that becomes more than this many times as high or as low is shown before it is written. */
export const FAR_PRICE_FACTOR = 5

/** Titles of the columns in the files that the shop writes. */
export const importTitles = Object.fromEntries(importFields.map((field) => [field, partFields[field].title])) as Record<ImportField, string>
/** A cell that removes the value. */
export const NOTHING = '-'

export const partFileFormats = ['xlsx', 'csv', 'json'] as const
export type PartFileFormat = (typeof partFileFormats)[number]

/** A planned import is written when its day begins. */
export const importStates = ['open', 'planned', 'written', 'undone'] as const
export const rowStates = ['new', 'changed', 'same', 'wrong'] as const
export type RowState = (typeof rowStates)[number]

/** What is wrong with a cell. */
export const importProblems = {
  ...fieldProblems,
  numberReserved:
    'A hidden part has this number of the shop. Write no under Hidden to bring it back, or leave the number empty for a new part.',
  numberTwice: 'Another row has the same part number.',
  ladderAbove: 'The price must be higher than the first price break.',
  relatedTwice: 'A part stands here twice, or as substitute and as accessory.',
  relatedMany: `A part has at most ${MAXIMUM_RELATED} related parts.`,
  unclear:
    'This number has two readings, as 1,234 may be 1234 or 1.234. Say which decimal mark its column has, or write it as 1234 or 1.2340.',
  missing: 'A new part needs this.',
} as const
export type ImportProblemCode = keyof typeof importProblems

const problemCodes = Object.keys(importProblems) as ImportProblemCode[]
export const ImportProblem = Type.Object({ field: Type.Enum([...importFields]), problem: Type.Enum(problemCodes) })
export type ImportProblem = Static<typeof ImportProblem>

export const importMessages = {
  hiddenFiltered: 'Hidden parts are not found by a filter.',
  changed: 'The catalogue or the rows have changed since the preview. Look at it again.',
  wrongRows: 'Some rows are wrong. Correct them or leave them out.',
  noRows: 'There is nothing to write.',
  tooManyRows: `At most ${formatCount(MAXIMUM_IMPORT_ROWS)} rows.`,
  stopped: 'Stopped. Nothing was changed.',
  isRunning: 'This import is being written or taken back.',
  pricesFall: (count: number) => `${counted(count, 'price falls', 'prices fall')} far.`,
  unusual: (count: number) =>
    `${counted(count, 'row changes', 'rows change')} a price more than ${FAR_PRICE_FACTOR} times, or a minimum order.`,
  changedSince: (name: string) => `${name} has been changed since.`,
  usedSince: (name: string) => `${name} is in orders or quotes, or its stock has moved.`,
  soldSince: (name: string) => `${name} has too little stock left.`,
  takenSince: (name: string) => `The number of ${name} belongs to another part by now.`,
  dayPast: `Enter a day from tomorrow on, within ${MAXIMUM_PLANNED_DAYS / 365} years.`,
  isPlanned: 'This import is planned. Take it out of the plan first.',
} as const

export const CELL_LENGTH = Math.max(TEXT_LIMITS.description + 100, 5_000)

/** Cells of a row as in the file. An empty one leaves the part's value unchanged; `-` removes an optional one. */
export const ImportCells = Type.Object(
  Object.fromEntries(importFields.map((field) => [field, Type.Optional(text(CELL_LENGTH))])) as Record<
    ImportField,
    ReturnType<typeof Type.Optional<ReturnType<typeof text>>>
  >,
  { additionalProperties: false },
)
export type ImportCells = Partial<Record<ImportField, string>>

const Counts = Type.Object({
  ...(Object.fromEntries(rowStates.map((state) => [state, Type.Integer()])) as Record<RowState, ReturnType<typeof Type.Integer>>),
  missing: Type.Integer({ description: 'Parts on sale that no row names' }),
})
const shows = [...rowStates, 'unusual', 'missing'] as const

/** A row compared with the catalogue. `changes` are fields with their values before and after, as texts. */
export const ImportRow = Type.Object({
  row: Type.Integer({ description: 'From 1, without the header' }),
  state: Type.Enum([...rowStates]),
  cells: Type.Record(Type.String(), Type.String()),
  changes: Type.Array(Type.Object({ field: Type.Enum([...importFields]), before: Type.String(), after: Type.String() })),
  numbers: Type.Array(Type.Object({ field: Type.Enum([...numberFields]), value: Type.String({ description: 'As it was read' }) })),
  problems: Type.Array(ImportProblem),
})
export type ImportRow = Static<typeof ImportRow>

const Import = {
  _id: Id,
  fileName: Type.String(),
  state: Type.Enum([...importStates]),
  by: Type.String({ description: 'Email of the admin' }),
  plannedFor: nullable(Type.String({ format: 'date-time', description: 'When a planned import is written' })),
  createdAt: Type.String({ format: 'date-time' }),
  percent: nullable(
    Type.Number({ description: 'By how many percent it changes prices, where it changes all parts of a filter in the same way' }),
  ),
}

/** An import with one page of its rows in a state. `page` is the page returned: beyond the last page, the last one. */
export const ImportPreview = Type.Object({
  ...Import,
  setsStock: Type.Boolean(),
  counts: Counts,
  falls: Type.Integer({ description: 'Rows whose price falls by more than the shop allows unasked' }),
  unusual: Type.Integer({
    description: `Changed rows whose price becomes more than ${FAR_PRICE_FACTOR} times as high or as low, or whose minimum order changes`,
  }),
  fingerprint: Type.String({ description: 'Of what would be written; to be sent with the confirmation' }),
  repeated: Type.Array(Type.Object({ ...ImportProblem.properties, count: Type.Integer({ description: 'Rows' }) }), {
    description: 'Problems that more than one row has; sent with wrong rows',
  }),
  unclear: Type.Array(
    Type.Object({
      field: Type.Enum([...numberFields]),
      count: Type.Integer({ description: 'Rows' }),
      example: Type.String(),
      point: Type.String({ description: 'Its reading with a decimal point' }),
      comma: Type.String({ description: 'Its reading with a decimal comma' }),
    }),
    { description: 'Columns with numbers of two readings, to be answered with `decimals`' },
  ),
  show: Type.Enum([...shows]),
  page: Type.Integer(),
  rows: Type.Array(ImportRow),
  missing: Type.Array(Type.Object({ _id: Id, name: Type.String(), partNumber: Type.String() })),
})
export type ImportPreview = Static<typeof ImportPreview>

export const ListedImport = Type.Object({
  ...Import,
  writtenRows: Type.Integer({ description: 'Parts added or changed' }),
})
export type ListedImport = Static<typeof ListedImport>

const confirmation = {
  confirmed: Type.Optional(Type.Boolean({ description: 'Sent when a price falls by more than the shop allows unasked' })),
  refuseUnusual: Type.Optional(Type.Boolean({ description: 'Refuses `unusual` changes unless they are `confirmed`' })),
}

const hidden = Type.Optional(Type.Enum(['also'], { description: 'With the hidden parts; only without a filter' }))

export const importCalls = defineCalls('Parts', 'imports', {
  begin: {
    method: 'POST',
    path: '/imports',
    policy: 'admin',
    summary: `Begin an import of parts; it is dropped after ${OPEN_IMPORT_DAYS} days unless it is written`,
    body: strictObject({
      fileName: requiredText(200, 'The file has no name.'),
      setsStock: Type.Boolean({ description: 'Whether stocks of existing parts are set, as counted; those of new parts always are' }),
    }),
    response: Type.Object({ _id: Id }),
  },
  fromParts: {
    method: 'POST',
    path: '/imports/from-parts',
    policy: 'admin',
    summary: 'Begin an import that changes all parts of a filter in the same way',
    body: strictObject({ filter: strictObject(deskFilter), change: BulkChange }),
    response: Type.Object({ _id: Id }),
  },
  all: {
    method: 'GET',
    path: '/imports',
    policy: 'admin',
    summary: `The last ${IMPORTS_SHOWN} imports, the newest first`,
    response: Type.Array(ListedImport),
  },
  preview: {
    method: 'GET',
    path: '/imports/:id',
    policy: 'admin',
    summary: 'What an import would change, with one page of its rows in a state, or of the parts that it does not name',
    params: IdParams,
    query: Type.Object({
      show: Type.Optional(Type.Enum([...shows], { description: 'By default the first of wrong, changed, new, same with rows' })),
      page: Type.Optional(Type.Integer({ description: 'Page index from 0' })),
      size: pageSize('Rows', ORDERS_PAGE_SIZE),
    }),
    response: ImportPreview,
  },
  file: {
    method: 'GET',
    path: '/partFile',
    policy: 'admin',
    permissions: ['parts', 'prices'],
    summary: 'The parts of a filter, the oldest first, as a file that an import reads back without a change',
    query: Type.Object({
      format: Type.Enum([...partFileFormats]),
      columns: Type.Optional(Type.Enum(['count'], { description: 'Number, name and an empty column, for a count' })),
      hidden,
      ...deskFilter,
    }),
    response: fileAnswer(...partFileFormats),
  },
  media: {
    method: 'GET',
    path: '/partFiles',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Pictures and documents of the parts of a filter as a ZIP that imports of parts and of documents read back',
    query: Type.Object({ hidden, ...deskFilter }),
    response: fileAnswer('zip'),
  },
  progress: {
    method: 'GET',
    path: '/imports/:id/progress',
    policy: 'admin',
    summary: 'Rows so far, while an import is being written or taken back',
    params: IdParams,
    response: Type.Object({ state: Type.Enum([...importStates]), done: Type.Integer() }),
  },
  addRows: {
    method: 'PUT',
    path: '/imports/:id/rows',
    policy: 'admin',
    summary: 'Send rows of the file, or corrected ones: a row that is there is replaced',
    params: IdParams,
    body: strictObject({
      rows: Type.Array(strictObject({ row: Type.Integer({ minimum: 1, maximum: MAXIMUM_IMPORT_ROWS }), cells: ImportCells }), {
        minItems: 1,
        maxItems: IMPORT_ROWS_AT_ONCE,
      }),
      decimals: Type.Optional(DecimalMarks),
    }),
    bodyLimitBytes: 8 * 1024 * 1024,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  decimals: {
    method: 'POST',
    path: '/imports/:id/decimals',
    policy: 'admin',
    summary: 'Say what separates the decimals in a column: its cells with two readings are read so',
    params: IdParams,
    body: strictObject({ field: Type.Enum([...numberFields]), mark: DecimalMark }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  mendAll: {
    method: 'POST',
    path: '/imports/:id/mend',
    policy: 'admin',
    summary: 'Put one value into the cell of every row that has the same problem',
    params: IdParams,
    body: strictObject({ ...ImportProblem.properties, value: text(CELL_LENGTH) }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  leaveOutWrong: {
    method: 'POST',
    path: '/imports/:id/leave-out',
    policy: 'admin',
    summary: 'Leave out the rows that are wrong',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  write: {
    method: 'POST',
    path: '/imports/:id/write',
    policy: 'admin',
    summary: 'Write new and changed rows to the catalogue, all or none; 409 IMPORT_REFUSED when the preview is out of date',
    params: IdParams,
    body: strictObject({
      fingerprint: text(64),
      ...confirmation,
    }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  plan: {
    method: 'POST',
    path: '/imports/:id/plan',
    policy: 'admin',
    summary: 'Have an import written when a day begins (UTC), as it was previewed; rows that are wrong by then are left out',
    params: IdParams,
    body: strictObject({
      date: day({ description: `At most ${MAXIMUM_PLANNED_DAYS} days ahead` }),
      fingerprint: text(64),
      ...confirmation,
    }),
    response: Type.Object({ plannedFor: Type.String({ format: 'date-time' }) }),
  },
  unplan: {
    method: 'POST',
    path: '/imports/:id/unplan',
    policy: 'admin',
    summary: 'Take an import out of the plan; it is open again',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  stop: {
    method: 'POST',
    path: '/imports/:id/stop',
    policy: 'admin',
    summary: 'Stop an import that is being written or taken back; nothing is changed',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  undo: {
    method: 'POST',
    path: '/imports/:id/undo',
    policy: 'admin',
    summary: 'Take a written import back as a whole; 409 IMPORT_REFUSED names the parts that something depends on',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
