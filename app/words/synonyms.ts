import { formatCount } from '#contract/basics/figures.ts'

/** Words of the form of synonyms; all our own. */
export const synonymWords = {
  title: 'Words of buyers',
  lead: 'Buyers write in their own words and languages. Searches and quotes ask for the meaning where their words find nothing.',
  label: 'Their words = words of your parts',
  hint: 'A line each, one to three words: Netzteil = power supply',
  save: 'Save words',
  saved: (count: number) => `${formatCount(count)} ${count === 1 ? 'line' : 'lines'} kept`,
  nothingChanged: 'Nothing has changed.',
  wrongLine: (line: number) => `Line ${line}: write their words, =, and words of your parts.`,
  inLine: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
} as const
