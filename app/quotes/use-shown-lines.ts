import { useMemo, useState } from 'react'
import { foldText } from '#contract/basics/fold-text.ts'
import { isGiven, type SheetLine } from '#readers/lists/lines.ts'
import type { QuoteSheet } from './quote-sheet.ts'
import { isRaised, needsAttention } from './sheet-figures.ts'

export type Filter = 'all' | 'attention' | 'raised' | 'text'

export type ShownLines = {
  filter: Filter
  /** Text that is searched for; '' without a search. */
  text: string
  /** Indexes in the sheet; undefined for all, so that a key press does not visit ten thousand lines. */
  places: readonly number[] | undefined
  choose: (filter: Filter) => void
  search: (text: string) => void
}

/**
 * The lines that are shown: all, or those that matched when the filter was chosen, so that a corrected line stays visible.
 */
export function useShownLines(sheet: QuoteSheet, lines: readonly SheetLine[]): ShownLines {
  const [{ filter, text, found }, setShown] = useState<{ filter: Filter; text: string; found: ReadonlySet<number> }>(ALL)

  const places = useMemo(
    () => (filter === 'all' ? undefined : lines.flatMap(({ id }, place) => (found.has(id) ? [place] : []))),
    [lines, filter, found],
  )
  return {
    filter,
    text,
    places,
    choose: (next) => setShown(next === 'all' ? ALL : { filter: next, text: '', found: findLines(sheet, lines, next, '') }),
    search: (wanted) =>
      setShown(
        wanted.trim() === '' ? { ...ALL, text: wanted } : { filter: 'text', text: wanted, found: findLines(sheet, lines, 'text', wanted) },
      ),
  }
}

const ALL = { filter: 'all', text: '', found: new Set<number>() } as const

function findLines(sheet: QuoteSheet, lines: readonly SheetLine[], filter: Exclude<Filter, 'all'>, text: string): Set<number> {
  const wanted = foldText(text)
  const fits = lines.filter((line) => {
    const answer = isGiven(line) ? sheet.answerOf(line) : undefined
    if (filter === 'text') return [line.text, answer?.name, answer?.partNumber].some((words) => foldText(words ?? '').includes(wanted))
    if (!answer) return false
    return filter === 'raised' ? isRaised(answer) : needsAttention(answer, sheet.takenBefore(line))
  })
  return new Set(fits.map(({ id }) => id))
}
