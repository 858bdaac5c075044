import { counted, formatCount } from '#contract/basics/figures.ts'
import {
  FAR_PRICE_FACTOR,
  importProblems,
  importTitles,
  NOTHING,
  type ImportProblemCode,
  type ListedImport,
  type PartFileFormat,
  type RowState,
} from '#contract/parts/imports.ts'
import type { ImportField } from '#contract/parts/part-fields.ts'
import { quoteListWords } from './quote-lists.ts'

/** Names in a sentence. */
const NAMED = 3

const mendAll = (rows: number) =>
  rows === 1 ? 'Put this into the row with this problem' : `Put this into all ${formatCount(rows)} rows with this problem`

const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** What is not written is not named: a change of prices adds nothing. */
function toWrite(added: number, changed: number): string {
  if (added === 0) return `Change ${partsText(changed)}`
  return changed === 0 ? `Add ${partsText(added)}` : `Add ${formatCount(added)} and change ${partsText(changed)}`
}

const partsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'part' : 'parts'}`

/** Words of files of parts; all our own. */
export const importWords = {
  open: 'Import',
  entry: 'Imports',
  title: 'Import Parts',
  lead: 'Parts from a CSV, Excel or JSON file. Nothing is changed before you have seen what would be, and confirmed it.',
  toParts: 'Manege Product',

  file: 'File of parts',
  fileHint: 'CSV, a workbook (XLSX, XLS, ODS) or JSON. A row with the number of a part changes it; other rows become new parts.',
  reading: 'Reading the file…',
  problems: {
    ...quoteListWords.problems,
    'too-large': 'This file is larger than 60 MB. Split it, or save only the list.',
    damaged:
      'This file cannot be read: it is damaged, or most of its rows have another number of cells than there are titles. Please save it again as XLSX or CSV.',
    'no-spreadsheet': 'We cannot read this file. Please use CSV, Excel (XLSX), or JSON with one list of parts.',
  },
  columnsTitle: 'Columns of the file',
  columnsLead: `An empty cell leaves a part as it is; ${NOTHING} removes what a part need not have.`,
  columnsCaption: 'Columns of the file',
  columns: { title: 'Column', examples: 'Examples', field: 'Contains' },
  columnOf: (place: number) => `Column ${place}`,
  fieldOf: (title: string) => `What ${title} contains`,
  fields: importTitles satisfies Record<ImportField, string>,
  notImported: 'Not imported',
  header: 'The first row has titles',
  twice: (field: string) => `Two columns contain: ${field}. Choose one.`,
  priceDoubt: (title: string) =>
    `By its column ${title}, the file has prices that are not in US dollars for one piece. Convert them before you import them.`,
  noNumber: 'No column has part numbers, so each row becomes a new part.',
  setsStock: 'Set the stocks of existing parts to those of the file, as counted',
  zip: 'ZIP with pictures (optional)',
  zipHint: 'The column of pictures has the names of its files, or addresses on the web, from which the shop fetches them.',
  unclearPictures: (names: readonly string[]) =>
    `The ZIP does not say which file this is: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}. Write each with its folders in the ZIP, as in boards/front.png.`,
  zipUnreadable: 'This ZIP cannot be read. It may be damaged, or larger than 400 MB.',
  compare: (rows: number) => `Compare ${counted(rows, 'row')}`,
  cancel: 'Cancel',
  uploading: (done: string, of: string) => `Pictures: ${done} of ${of}`,
  fetching: (done: string, of: string) => `Pictures from the web: ${done} of ${of}`,
  sending: (done: string, of: string) => `Rows: ${done} of ${of}`,
  stop: 'Stop',

  previewTitle: (fileName: string) => `Import of ${fileName}`,
  filter: 'Rows',
  states: {
    wrong: 'Wrong',
    unusual: 'Unusual',
    changed: 'Changed',
    new: 'New',
    same: 'Same',
    missing: 'Missing from the file',
  } satisfies Record<RowState | 'unusual' | 'missing', string>,
  rowsCaption: 'Rows of the file',
  rowColumns: { row: 'Row', number: 'Part number', name: 'Name', what: 'What' },
  change: (field: ImportField, before: string, after: string) => `${importTitles[field]}: ${before} → ${after}`,
  number: (field: ImportField, value: string) => `${importTitles[field]}: ${value}`,
  unclear: (field: ImportField, example: string, rows: number) =>
    `${importTitles[field]}: ${example} has two readings, and no other cell of the column proves one (${rowsText(rows)}).`,
  problem: (field: ImportField, problem: ImportProblemCode) =>
    `${importTitles[field]}: ${problem === 'unclear' ? 'Two readings. Choose one above for the whole column, or correct this cell.' : importProblems[problem]}`,
  isRead: (example: string, value: string) => `${example} is ${value}`,
  isReadOf: (field: ImportField, example: string, value: string) => `${importTitles[field]}: ${example} is ${value}`,
  nothing: 'No changes',
  missingCaption: 'Parts on sale that the file does not name',
  missingLead: 'These parts stay as they are.',
  noRows: 'No rows here.',
  pages: 'Pages of rows',
  mendLabel: (field: ImportField, row: number) => `${importTitles[field]} in row ${row}`,
  mend: 'Save',
  mendOf: (row: number) => `Save row ${row}`,
  mended: (row: number) => `Row ${row} is saved`,
  mendAll,
  mendAllOf: (field: ImportField, rows: number, row: number) => `${mendAll(rows)}: ${importTitles[field]} of row ${row}`,
  mendedAll: (count: number) => (count === 1 ? '1 row is changed' : `${formatCount(count)} rows are changed`),
  leaveOut: (count: number) => (count === 1 ? 'Leave out 1 wrong row' : `Leave out ${formatCount(count)} wrong rows`),
  leaveOutQuestion: (count: number) => (count === 1 ? 'Leave out 1 row?' : `Leave out ${formatCount(count)} rows?`),
  leaveOutLead: 'They are not imported. The file stays as it is.',
  leftOut: (count: number) => `${counted(count, 'row is', 'rows are')} left out`,
  write: toWrite,
  writeQuestion: (added: number, changed: number) => `${toWrite(added, changed)}?`,
  writeLead: 'All of it is written, or nothing. Orders and saved quotes keep their prices.',
  unusual: (rows: number) =>
    `${rowsText(rows)} ${rows === 1 ? 'changes' : 'change'} a price more than ${FAR_PRICE_FACTOR} times, or a minimum order.`,
  showUnusual: (rows: number) => `Show ${rowsText(rows)}`,
  confirmUnusual: (rows: number) => (rows === 1 ? 'This change is meant' : `These ${formatCount(rows)} changes are meant`),
  falls: (count: number) => `${counted(count, 'price falls', 'prices fall')} far. Orders bind you to them.`,
  writing: (done: string, of: string) => `Written: ${done} of ${of}`,
  written: (count: number) => `${counted(count, 'part is', 'parts are')} written`,
  isWritten: 'This import is written.',
  isUndone: 'This import was taken back.',
  plannedFor: (day: string) => `Planned for ${day}`,
  isPlanned: (day: string) => `This import is written on ${day}, when the day begins (UTC). Rows that are wrong by then are left out.`,
  unplan: 'Take it out of the plan',
  unplanned: 'This import is no longer planned',
  from: 'From a day on',
  fromHint: 'Empty: at once. The day begins at 0:00 UTC.',
  plan: (day: string) => `Plan for ${day}`,
  planQuestion: (day: string) => `Write this import on ${day}?`,

  history: 'Earlier imports',
  none: 'No imports yet.',
  listColumns: { at: 'Time', file: 'File', parts: 'Parts', by: 'By', state: 'State', undo: 'Take back' },
  listStates: { open: 'Not written', planned: 'Planned', written: 'Written', undone: 'Taken back' } satisfies Record<
    ListedImport['state'],
    string
  >,
  undo: 'Take back',
  undoOf: (fileName: string) => `Take back ${fileName}`,
  undoQuestion: (fileName: string, parts: number) => `Take back ${fileName} with ${counted(parts, 'part')}?`,
  undoLead: 'Changed parts get what they had, new parts are removed. If something depends on one of them, nothing is changed.',
  undoing: (done: string, of: string) => `Taken back: ${done} of ${of}`,
  undone: (count: number) => `${counted(count, 'part is', 'parts are')} as before`,

  files: 'Save these parts',
  allFiles: 'Save all parts, hidden ones too',
  formats: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', zip: 'Pictures and documents' } satisfies Record<PartFileFormat | 'zip', string>,
  saveAs: {
    csv: 'Save these parts as CSV',
    xlsx: 'Save these parts for Excel',
    json: 'Save these parts as JSON',
    zip: 'Save the pictures and documents of these parts as ZIP',
  } satisfies Record<PartFileFormat | 'zip', string>,
  fileName: (format: PartFileFormat | 'zip') => `parts-${new Date().toISOString().slice(0, 10)}.${format}`,
} as const
