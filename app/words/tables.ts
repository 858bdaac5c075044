import { counted } from '#contract/basics/figures.ts'

/** Words of tables and of the lists in them; all our own. */
export const tableWords = {
  search: 'Search',
  notPrinted: (rows: number) => `${counted(rows, 'more row is', 'more rows are')} not printed. Filter or search the list to print them.`,
  fromDay: 'From',
  toDay: 'To',
  allDays: 'All days',
  days: (from: string, to: string) => (from === '' ? `Until ${to}` : to === '' ? `From ${from}` : `${from} – ${to}`),
  today: 'Today',
  lastDays: (days: number) => `Last ${counted(days, 'day')}`,
  lastMonth: 'Last month',
  daysBackwards: 'The first day is after the last, so all days are shown.',
  select: (name: string) => `Select ${name}`,
  selection: 'Selection',
  selectAll: (count: string) => `Select all ${count}`,
  selected: (count: string) => `${count} selected`,
  columns: 'Columns',
  allColumns: 'Show all columns',
  tallRows: 'Taller rows',
  copyId: (start: string) => `Copy ${start}`,
  copied: 'Copied',
  notCopied: (id: string) => `Your browser does not allow copying: ${id}`,
} as const
