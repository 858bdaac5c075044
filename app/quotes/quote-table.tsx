import { useEffect, useMemo, useRef, useState } from 'react'
import { quoteWords as words } from '#app/words/quote.ts'
import { isGiven, type SheetLine } from './lines.ts'
import { PageTurner } from './page-turner.tsx'
import { focusField, QuoteRow, type LineField, type RowActions } from './quote-row.tsx'
import type { QuoteSheet, SheetState } from './quote-sheet.ts'
import { isRaised, needsAttention } from './sheet-figures.ts'

/** Lines on a page: more would be slow to render. */
const LINES_PER_PAGE = 50

/** With fewer lines there is no filter. */
const FEWEST_TO_FILTER = 10

const columns = [
  ['number', 'hidden'],
  ['part', 'text'],
  ['quantity', 'text'],
  ['unitPrice', 'figure'],
  ['total', 'figure'],
  ['lead', 'figure'],
  ['remove', 'hidden'],
] as const

type Filter = 'all' | 'attention' | 'raised'

type QuoteTableProps = {
  sheet: QuoteSheet
  state: SheetState
  disabled: boolean
  /** Imports a pasted list in place of a line; false if the text is not a list. */
  onPaste: (id: number, text: string) => boolean
}

/** The lines, fifty a page, all of them or those that need a decision. */
export function QuoteTable({ sheet, state, disabled, onPaste }: QuoteTableProps) {
  const { lines, figures } = state
  const [filter, setFilter] = useState<Filter>('all')
  /** The lines that matched when the filter was chosen, so that a corrected line stays visible. */
  const [found, setFound] = useState<ReadonlySet<number>>(new Set())
  const [asked, setPage] = useState(0)
  const wanted = useRef<{ id: number; field: LineField }>(undefined)

  // Indexes in the sheet; undefined for all, so that a key press does not visit ten thousand lines.
  const places = useMemo(
    () => (filter === 'all' ? undefined : lines.flatMap(({ id }, place) => (found.has(id) ? [place] : []))),
    [lines, filter, found],
  )
  const count = places?.length ?? lines.length
  const pages = Math.max(Math.ceil(count / LINES_PER_PAGE), 1)
  const page = Math.min(asked, pages - 1)
  const first = page * LINES_PER_PAGE
  const shown = Array.from({ length: Math.min(LINES_PER_PAGE, count - first) }, (_, index) => places?.[first + index] ?? first + index)

  const current = useRef({ lines, places, onPaste })
  useEffect(() => {
    current.current = { lines, places, onPaste }
    // The line that gets the focus when its page is shown.
    if (wanted.current && focusField(wanted.current.id, wanted.current.field)) wanted.current = undefined
  })

  const actions = useMemo<RowActions>(
    () => ({
      write: (id, text) => sheet.write(id, text),
      setQuantity: (id, quantity) => sheet.setQuantity(id, quantity),
      choose: (id, partsId, text) => sheet.choose(id, partsId, text),
      paste: (id, text) => current.current.onPaste(id, text),
      remove: (id) => {
        const next = neighbour(current.current, id, 1) ?? neighbour(current.current, id, -1)
        sheet.remove(id)
        if (next) wanted.current = { id: next.id, field: 'part' }
      },
      move: (id, by, field) => {
        const next = neighbour(current.current, id, by)
        if (!next || focusField(next.id, field)) return
        wanted.current = { id: next.id, field }
        setPage(Math.floor(next.index / LINES_PER_PAGE))
      },
    }),
    [sheet],
  )

  const choose = (next: Filter) => {
    setFilter(next)
    setFound(next === 'all' ? new Set() : findLines(sheet, lines, next))
    setPage(0)
  }

  return (
    <section aria-label={words.caption}>
      {figures.given >= FEWEST_TO_FILTER || filter !== 'all' ? (
        <div className="quote-filter" role="group" aria-label={words.show}>
          <FilterButton current={filter} value="all" onChoose={choose}>
            {words.showAll(figures.given)}
          </FilterButton>
          <FilterButton current={filter} value="attention" onChoose={choose}>
            {words.showAttention(figures.attention)}
          </FilterButton>
          {(figures.raised > 0 || filter === 'raised') && (
            <FilterButton current={filter} value="raised" onChoose={choose}>
              {words.showRaised(figures.raised)}
            </FilterButton>
          )}
        </div>
      ) : null}
      <table role="table" className="quote-table">
        <caption className="sr-only">{words.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(([column, kind]) => (
              <th key={column} role="columnheader" scope="col" data-align={kind === 'figure' ? 'end' : undefined}>
                <span className={kind === 'hidden' ? 'sr-only' : undefined}>{words.columns[column]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((place) => {
            const line = lines[place]!
            return (
              <QuoteRow
                key={line.id}
                line={line}
                number={place + 1}
                answer={sheet.answerOf(line)}
                before={sheet.takenBefore(line)}
                disabled={disabled}
                actions={actions}
              />
            )
          })}
        </tbody>
      </table>
      {shown.length === 0 && <p className="p-4 text-soft">{words.nothingToShow}</p>}
      <div className="mt-4">
        <PageTurner page={page} pages={pages} label={words.pages} onTurn={setPage} />
      </div>
    </section>
  )
}

type FilterButtonProps = { current: Filter; value: Filter; onChoose: (filter: Filter) => void; children: string }

function FilterButton({ current, value, onChoose, children }: FilterButtonProps) {
  return (
    <button type="button" className="quote-filter-button figures" aria-pressed={current === value} onClick={() => onChoose(value)}>
      {children}
    </button>
  )
}

type Shown = { lines: readonly SheetLine[]; places: readonly number[] | undefined }

/** The line after (1) or before (-1) another in the filtered list, and its index. */
function neighbour({ lines, places }: Shown, id: number, by: 1 | -1): { id: number; index: number } | undefined {
  const place = lines.findIndex((line) => line.id === id)
  const index = (places ? places.indexOf(place) : place) + by
  const line = lines[places ? (places[index] ?? -1) : index]
  return line && { id: line.id, index }
}

function findLines(sheet: QuoteSheet, lines: readonly SheetLine[], filter: 'attention' | 'raised'): Set<number> {
  const fits = lines.filter((line) => {
    const answer = isGiven(line) ? sheet.answerOf(line) : undefined
    if (!answer) return false
    return filter === 'raised' ? isRaised(answer) : needsAttention(answer, sheet.takenBefore(line))
  })
  return new Set(fits.map(({ id }) => id))
}
