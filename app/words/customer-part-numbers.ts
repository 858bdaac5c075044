import { formatCount } from '#contract/basics/figures.ts'

const numbers = (count: number) => (count === 1 ? '1 number' : `${formatCount(count)} numbers`)

/** Words of a customer's own part numbers; all our own. */
export const customerPartNumberWords = {
  title: 'Your part numbers',
  explained: 'Your lists may name parts by the numbers that your company uses. Quotes find the parts by them. Only you see them.',
  label: 'Your number = our number',
  hint: 'A line each, such as: 4711 = TCB-5512-4K. You can also paste two columns of a spreadsheet.',
  save: 'Save numbers',
  saved: (count: number) => `${numbers(count)} kept`,
  nothingChanged: 'Nothing has changed.',
  wrongLine: (line: number) => `Line ${line}: write your number, =, and our number.`,
  inLine: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
  upload: 'Add from CSV or Excel',
  uploaded: (count: number) => `${numbers(count)} added to the list. Save to keep them.`,
  nothingRead: 'The file has no rows with your number in the first column and ours in the second.',
  download: 'Download CSV',
  fileName: 'part-numbers.csv',
  columns: ['Your number', 'Our number', 'Name'],
  noLongerSold: (count: number) => `${count === 1 ? '1 of these parts is' : `${formatCount(count)} of these parts are`} no longer sold.`,
  question: (text: string, partNumber: string) => `Is ${text} your number for ${partNumber}?`,
  remember: 'Remember it',
  rememberFor: (line: number) => ` for line ${line}`,
  remembered: (text: string, partNumber: string) => `Your lists now find ${partNumber} by ${text}.`,
} as const
