import { counted, formatCount } from '#contract/basics/figures.ts'

/** Words of adding documents to many parts; all our own. */
export const documentFileWords = {
  open: 'Documents',
  title: 'Documents of Parts',
  lead: 'Data sheets, drawings and declarations for many parts at once. Nothing is added before you have seen which part each one goes to.',
  toParts: 'Manege Product',
  file: 'ZIP of documents, or list of addresses',
  fileHint:
    'In a ZIP, names of files or of their folders begin with the part number: TF-000123 drawing.pdf. A list (CSV, XLSX, XLS, ODS, JSON) has a part number, an address on the web and perhaps a title in each row.',
  reading: 'Reading the file…',
  unreadable: 'This file cannot be read. It may be damaged, or larger than 400 MB.',
  nothing: 'There are no PDF, STEP or DXF files and no addresses in it.',
  caption: 'Documents of the file',
  columns: { file: 'File', part: 'Part', document: 'Document', state: 'State' },
  unknown: 'No part has this number',
  tooLarge: 'Larger than 25 MB',
  waiting: 'Waiting',
  added: 'Added',
  known: 'There already',
  add: (count: number) => `Add ${counted(count, 'document')}`,
  again: (count: number) => `Try ${formatCount(count)} again`,
  adding: (done: string, of: string) => `Documents: ${done} of ${of}`,
  done: (count: number) => `${counted(count, 'document is', 'documents are')} added`,
  stop: 'Stop',
  other: 'Choose another file',
} as const
