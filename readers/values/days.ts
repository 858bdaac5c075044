/** How the days of a column are written; 'named' has the month in words. */
export type DayForm = 'year-first' | 'day-first' | 'month-first' | 'named'
/** The form of a column; without one, 'unclear' where its cells have two readings, and 'mixed' where they prove two forms. */
export type FormOfColumn = { form: DayForm } | { form: undefined; why: 'unclear' | 'mixed'; example: string }

/** Longer cells are no days. */
const LONGEST = 60
const LANGUAGES = ['de', 'de-AT', 'en', 'fr', 'es', 'nl', 'it', 'pt', 'pl', 'hu']
const SHORTEST_MONTH = 3

/** 'März' and 'marz' are 'marz': letters alone, small and without accents. */
const folded = (word: string) =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')

/** Months by their names, and by what these begin with. One that is the beginning of two months is none: 'jui'. */
const months = new Map<string, number | undefined>([
  ['mrt', 3],
  ['maerz', 3],
  ['jaenner', 1],
])
/** Words that may stand in a day and say nothing of it: its weekday, and what joins day and month. */
const fillers = new Set(['de', 'del', 'of', 'the', 'le', 'el', 'il', 'er', 'den', 'st', 'nd', 'rd', 'th'])
for (const language of LANGUAGES) {
  for (const style of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { weekday: style, day: 'numeric', month: style, timeZone: 'UTC' })
    const nameOf = (type: 'month' | 'weekday', month: number, day: number) =>
      folded(format.formatToParts(Date.UTC(2026, month - 1, day)).find((part) => part.type === type)!.value) // it has both
    for (let day = 1; day <= 7; day++) fillers.add(nameOf('weekday', 1, day))
    for (let month = 1; month <= 12; month++) {
      const name = nameOf('month', month, 15)
      for (let length = Math.min(SHORTEST_MONTH, name.length); length <= name.length; length++) {
        const start = name.slice(0, length)
        months.set(start, months.has(start) && months.get(start) !== month ? undefined : month)
      }
    }
  }
}

/** What a day is written with, besides its time. */
const WRITTEN = /^[\p{L}\p{M}\d\s./,'’\u2010-\u2015-]+$/u
const TIME = /(?:\s|(?<=\d)T|,)\s*\d{1,2}:\d\d/

/** Every reading of a cell, as '2026-11-25'. None for what is no day of the calendar. */
function readingsOf(written: string): Map<DayForm, string> {
  const readings = new Map<DayForm, string>()
  if (written.length > LONGEST) return readings
  const [day = ''] = written.trim().split(TIME)
  const isNumeric = /^[\d./-]+$/.test(day)
  if (!isNumeric && !WRITTEN.test(day)) return readings
  const numbers = day.match(/\d+/g) ?? []
  const said = (isNumeric ? [] : (day.match(/[\p{L}\p{M}]+/gu) ?? [])).map(folded).filter((word) => !fillers.has(word) || months.has(word))
  // 'mar' is a weekday, too, where another word is the month.
  const words = said.length > 1 ? said.filter((word) => !fillers.has(word)) : said
  const add = (form: DayForm, year = '', month = '', date = '') => {
    const full = /^\d\d$/.test(year) ? `20${year}` : year
    const plain = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    if (isDay(plain)) readings.set(form, plain)
  }
  const [first = '', second = '', third = ''] = numbers
  if (words.length === 1 && numbers.length === 2) {
    const month = String(months.get(words[0]!) ?? '')
    if (first.length === 4) add('named', first, month, second)
    else add('named', second, month, first)
  }
  if (words.length > 0) return readings
  if (numbers.length === 1 && first.length === 8) {
    add('year-first', first.slice(0, 4), first.slice(4, 6), first.slice(6))
    add('day-first', first.slice(4), first.slice(2, 4), first.slice(0, 2))
    add('month-first', first.slice(4), first.slice(0, 2), first.slice(2, 4))
  }
  if (numbers.length !== 3) return readings
  // With points and slashes only a year of four digits comes first.
  if (first.length === 4 || day.includes('-')) add('year-first', first, second, third)
  if (first.length === 4) return readings
  add('day-first', third, second, first)
  // A day with points never begins with its month.
  if (!/\d\.\s*\d/.test(day)) add('month-first', third, first, second)
  return readings
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a text is a day of the calendar, from 1900 to 2099, written as '2026-11-25'. */
export function isDay(day: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(day)) return false
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))]
  const isLeap = year % 4 === 0 && year !== 1900
  return date > 0 && date <= (month === 2 && !isLeap ? 28 : (DAYS_OF_MONTHS[month - 1] ?? 0))
}

/** The form that the days of a column prove together, or else `asked`, where it is one of them. Cells that are no days prove nothing. */
export function dayFormOf(cells: readonly string[], asked?: 'day-first' | 'month-first'): FormOfColumn {
  let forms: Set<DayForm> | undefined
  let unclear: string | undefined
  for (const cell of cells) {
    const readings = readingsOf(cell)
    if (readings.size === 0) continue
    const both = new Set([...readings.keys()].filter((form) => forms?.has(form) ?? true))
    if (both.size === 0) return { form: undefined, why: 'mixed', example: cell }
    if (new Set(readings.values()).size > 1) unclear ??= cell
    forms = both
  }
  const [form = 'year-first', ...others] = forms ?? []
  if (others.length === 0 || unclear === undefined) return { form }
  return asked !== undefined && forms!.has(asked) ? { form: asked } : { form: undefined, why: 'unclear', example: unclear }
}

/** A day written in this form as '2026-11-25'; undefined for anything else. A time after it is left out. */
export const plainDay = (written: string, form: DayForm): string | undefined => readingsOf(written).get(form)
