import { counted, formatCount } from '#contract/basics/figures.ts'
import type { Doubt } from '#readers/lists/doubt-rows.ts'

/** Figures are given as they are shown; `count` and its like are whole numbers. */
const lines = (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`)
const rows = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`)

/** Words about a list as a whole: how it was read, and what changes all of its lines. Loaded with the first list. */
export const quoteListWords = {
  report: ({ read, added, notRead, blank, header, cut }: Record<'read' | 'added' | 'notRead' | 'blank' | 'header' | 'cut', number>) =>
    [
      `${rows(read)} read: ${lines(added)} added`,
      ...(notRead > 0 ? [`, ${formatCount(notRead)} not read`] : []),
      ...(header > 0 ? [header === 1 ? ', 1 header row' : `, ${formatCount(header)} header rows`] : []),
      ...(blank > 0 ? [`, ${formatCount(blank)} blank`] : []),
      '.',
      ...(cut > 0 ? [` ${lines(cut)} had texts that were too long and were shortened.`] : []),
    ].join(''),
  tooMany: (count: number, free: number) =>
    `A quote has at most 10,000 lines. This list has ${formatCount(count)}, and there is room for ${formatCount(free)}. Nothing was added; please split the list.`,
  problems: {
    'too-large': 'This file is larger than 10 MB. Please split it, or save only the list.',
    'workbook-locked': 'This workbook is locked with a password. Please save it without one.',
    'no-spreadsheet': 'We cannot read this file. Please use CSV, a workbook (XLSX, XLS, ODS) or PDF.',
    damaged: 'This workbook cannot be read. Please open it in your spreadsheet program and save it again as XLSX or CSV.',
    'too-much-inside': 'This file contains too much data. Please copy the rows you need into a new sheet, or save it as CSV.',
    'no-such-sheet': 'This workbook has no sheet of this name any more. Please choose the file again.',
    'too-many-rows': 'This list has more than 10,000 rows. Nothing was added; please split the list.',
    'pdf-scan': 'This PDF has no text: it is a picture of a page. Please use the file that it was made from, or paste the list.',
    'pdf-locked': 'This PDF is locked with a password. Please save it without one.',
    'pdf-damaged': 'This PDF cannot be read. Please open it in your PDF viewer and print it to a new PDF.',
    'pdf-too-long': 'This PDF has more than 200 pages. Please save only the pages with the list.',
    'pdf-too-much': 'This PDF contains too much data. Please save only the pages with the list.',
    'too-slow': 'Reading this file takes too long. Please save the list as CSV.',
    empty: 'The list is empty.',
  },
  notReadRows: (count: number) => `${rows(count)} not read`,
  whyNotRead: {
    form: 'Greeting, heading or total, or no part',
    prose: 'Words without a quantity, or a sentence',
  } satisfies Record<Doubt, string>,
  addNotRead: 'Add as a line',
  addNotReadOf: (row: string) => `Add as a line: ${row}`,
  mapTitle: 'Match your columns',
  mapLead: (count: number) => `${rows(count)} read. Choose the columns of part and quantity.`,
  mapPart: 'Part number or name',
  mapPartHint: 'What we compare with our parts',
  mapQuantity: 'Quantity',
  mapQuantityHint: 'Places on a board, as C1, C5-C9, are counted',
  mapNoQuantity: 'None: 1,000 pieces each',
  mapHeader: 'The first row is a header',
  mapPreview: 'First rows',
  mapDone: (count: number) => `Add ${lines(count)}`,
  boards: 'Boards',
  boardsApply: 'Multiply quantities',
  boardsRefused: 'Enter a whole number of boards.',
  boardsDone: (count: number) => (count === 1 ? 'Quantities are for 1 board.' : `Quantities are for ${formatCount(count)} boards.`),
  merge: (count: number) => `Merge ${count === 1 ? '1 duplicate row' : `${formatCount(count)} duplicate rows`}`,
  merged: (count: number) => `${count === 1 ? '1 duplicate row' : `${formatCount(count)} duplicate rows`} merged.`,
  takePacks: (count: number) => `Take whole packs in ${lines(count)}`,
  packed: (count: number) => `${lines(count)} now ${count === 1 ? 'has' : 'have'} whole packs.`,
  twoReadings: (asked: string) => `What does ${asked} mean?`,
  pieces: (count: string) => counted(count, 'piece'),
  readAll: (count: number) => `All ${formatCount(count)} like this:`,
  readAllAs: (example: string) => `as ${example}`,
  readAllDone: (count: number) => `${count === 1 ? '1 quantity' : `${formatCount(count)} quantities`} changed.`,
} as const
