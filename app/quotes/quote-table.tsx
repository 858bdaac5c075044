import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { quoteWords as words } from '#app/words/quote.ts'
import { isGiven, type SheetLine } from '#readers/lists/lines.ts'
import { PageTurner } from '#app/ui/page-turner.tsx'
import { QuoteFilter } from './quote-filter.tsx'
import { focusField, LINE_COLUMNS, QuoteRow, type LineField, type RowActions } from './quote-row.tsx'
import type { QuoteSheet, SheetState } from './quote-sheet.ts'
import { readingsOf } from '#readers/lists/readings.ts'
import type { List } from './use-list.ts'
import { useShownLines } from './use-shown-lines.ts'

const ListReport = lazyPart(async () => (await import('./list-report.tsx')).ListReport)
const ListTools = lazyPart(async () => (await import('./list-tools.tsx')).ListTools)

/** Lines on a page: more would be slow to render. */
const LINES_PER_PAGE = 50

/** With fewer lines there are no actions on all of them. */
const FEWEST_TO_CHANGE = 2
/** With fewer lines there is no filter. */
const FEWEST_TO_FILTER = 10

const columns = [
  ['part', 'col-span-2 text-start'],
  ['quantity', 'text-end'],
  ['unitPrice', 'text-end'],
  ['total', 'text-end'],
  ['shipsBy', 'text-end'],
  ['remove', 'text-start'],
] as const

/** The height is fixed, so that a changed text moves nothing; a narrow screen has room for two lines of text. */
const FOLD = 'flex min-h-13 items-center gap-x-3 px-4 sm:min-h-11'

const TABLE = 'block rounded-box min-[56rem]:border min-[56rem]:border-line min-[56rem]:bg-surface max-[56rem]:grid max-[56rem]:gap-3'
/** In a narrow window it is for screen readers alone: there the cells have titles. */
const HEAD = [
  'block top-(--header-height) z-5 rounded-[inherit] bg-surface min-[56rem]:[@media(height>=32rem)]:sticky',
  'max-[56rem]:absolute max-[56rem]:size-px max-[56rem]:overflow-hidden max-[56rem]:[clip-path:inset(50%)]',
].join(' ')
const HEAD_CELL = 'self-center text-sm/[inherit] font-semibold text-soft whitespace-nowrap'

/** The last change of lines: its sentence, how to undo it, and the lines that this adds. */
export type Done = { text: string; lines: number; undo: () => void }

type QuoteTableProps = {
  sheet: QuoteSheet
  state: SheetState
  list: List
  disabled: boolean
  /** Imports a pasted list in place of a line; false if the text is not a list. */
  onPaste: (id: number, text: string) => boolean
}

/** The lines, fifty a page. Lines can be selected and removed together, and the last removal can be undone. */
export function QuoteTable({ sheet, state, list, disabled, onPaste }: QuoteTableProps) {
  const { lines, figures } = state
  const report = list.state.kind === 'report' && list.state.tone === 'success' ? list.state : undefined
  const beingRead = list.state.kind === 'reading' ? list.state : undefined
  const isListed = beingRead !== undefined || report !== undefined
  const notRead = report?.notRead?.length ?? 0
  const shownLines = useShownLines(sheet, lines)
  const { filter, places } = shownLines
  const [asked, setPage] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [done, setDone] = useState<Done>()
  const wanted = useRef<{ id: number; field: LineField }>(undefined)

  const count = places?.length ?? lines.length
  const pages = Math.max(Math.ceil(count / LINES_PER_PAGE), 1)
  const page = Math.min(asked, pages - 1)
  const first = page * LINES_PER_PAGE
  const shown = Array.from({ length: Math.min(LINES_PER_PAGE, count - first) }, (_, index) => places?.[first + index] ?? first + index)
  const numbers = useNumbers(shown.map((place) => ({ id: lines[place]!.id, number: place + 1 })))
  const chosen = selected.size === 0 ? [] : lines.filter(({ id }) => selected.has(id))

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
      answerAll: (reading, text) => {
        const answered = current.current.lines.flatMap(({ id, quantity }) => {
          const readings = readingsOf(quantity)
          return readings ? [[id, readings[reading] ?? readings.grouped!] as const] : [] // each has this one
        })
        setDone({ text, lines: 0, undo: sheet.setQuantities(new Map(answered)) })
      },
      choose: (id, partsId, text) => sheet.choose(id, partsId, text),
      askAgain: () => sheet.askAgain(),
      paste: (id, text) => current.current.onPaste(id, text),
      select: (id, isSelected) =>
        setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id))),
      remove: (id) => {
        const next = neighbour(current.current, id, 1) ?? neighbour(current.current, id, -1)
        setDone({ text: words.removed(1), lines: 1, undo: sheet.remove(id) })
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

  const selectable = () => (places ? places.map((place) => lines[place]!) : lines).filter(isGiven)
  const removeChosen = () => {
    setDone({ text: words.removed(chosen.length), lines: chosen.length, undo: sheet.remove(...chosen.map(({ id }) => id)) })
    setSelected(new Set())
  }

  return (
    <section aria-label={words.caption} className="grid grid-cols-1 gap-3">
      {(figures.given >= FEWEST_TO_FILTER || filter !== 'all' || isListed) && (
        <QuoteFilter
          figures={figures}
          shown={{
            ...shownLines,
            choose: (next) => (shownLines.choose(next), setPage(0)),
            search: (text) => (shownLines.search(text), setPage(0)),
          }}
        />
      )}
      {(figures.given >= FEWEST_TO_CHANGE || isListed) && (
        <div className="grid grid-cols-1 *:[grid-area:1/1] *:rounded-box *:border *:border-line *:bg-surface">
          <details className={`group ${beingRead ? 'invisible' : ''}`}>
            <summary className={`${FOLD} cursor-pointer font-semibold leading-5 figures sm:flex-wrap [&::-webkit-details-marker]:hidden`}>
              <span role="status">{words.folded(figures.given, figures.attention, notRead)}</span>
              <span className="link group-open:hidden">{words.showList}</span>
              <span className="link not-group-open:hidden">{words.hideList}</span>
            </summary>
            <div className="grid grid-cols-1 gap-3 border-t border-line px-4 py-3">
              <Suspense>
                {report && <ListReport list={list} />}
                {figures.given >= FEWEST_TO_CHANGE && <ListTools sheet={sheet} state={state} disabled={disabled} onDone={setDone} />}
              </Suspense>
            </div>
          </details>
          {/* In its place while a list is read, so that the lines below stay where they are. */}
          {beingRead && (
            <div role="status" className={`${FOLD} self-start`}>
              <label className="flex min-w-0 flex-1 items-center gap-3">
                <span className="truncate">{words.reading(beingRead.name)}</span>
                <progress className="h-2 min-w-16 flex-1 accent-accent" />
              </label>
              <Button variant="ghost" onClick={list.stop}>
                {words.stop}
              </Button>
            </div>
          )}
        </div>
      )}
      {(chosen.length > 0 || done) && (
        <div className="flex flex-wrap items-center gap-3 p-1.5 pl-4 rounded-box bg-accent-tint font-semibold figures">
          <span role="status">{chosen.length > 0 ? words.selected(chosen.length) : done?.text}</span>
          {chosen.length > 0 ? (
            <>
              <Button variant="secondary" onClick={removeChosen}>
                {words.removeSelected}
              </Button>
              <Button variant="ghost" onClick={() => setSelected(new Set())}>
                {words.unselect}
              </Button>
            </>
          ) : (
            done &&
            done.lines <= sheet.room() && (
              <Button
                variant="secondary"
                onClick={() => {
                  done.undo()
                  setDone(undefined)
                }}
              >
                {words.undo}
              </Button>
            )
          )}
        </div>
      )}
      <table className={TABLE}>
        <caption className="sr-only">{words.caption}</caption>
        <thead className={HEAD}>
          <tr className={LINE_COLUMNS}>
            <th scope="col" className={`${HEAD_CELL} text-start`}>
              <label className="flex items-center justify-between gap-1 min-h-9">
                <input
                  type="checkbox"
                  className="size-4.5 accent-accent"
                  aria-label={words.selectAll}
                  disabled={disabled || figures.given === 0}
                  checked={chosen.length > 0 && selectable().every(({ id }) => selected.has(id))}
                  onChange={({ target }) => setSelected(new Set(target.checked ? selectable().map(({ id }) => id) : []))}
                />
                <span className="sr-only">{words.columns.number}</span>
              </label>
            </th>
            {columns.map(([column, look]) => (
              <th key={column} scope="col" className={`${HEAD_CELL} ${look}`}>
                <span className={column === 'remove' ? 'sr-only' : undefined}>{words.columns[column]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block max-[56rem]:grid max-[56rem]:gap-3">
          {shown.map((place) => {
            const line = lines[place]!
            return (
              <QuoteRow
                key={line.id}
                line={line}
                number={numbers.get(line.id)!}
                answer={sheet.answerOf(line)}
                before={sheet.takenBefore(line)}
                asking={figures.asking}
                isSelected={selected.has(line.id)}
                disabled={disabled}
                actions={actions}
              />
            )
          })}
        </tbody>
      </table>
      {shown.length === 0 && <p className="p-4 text-soft">{words.nothingToShow}</p>}
      <PageTurner page={page} pages={pages} label={words.pages} onTurn={setPage} />
    </section>
  )
}

/**
 * Numbers of the shown lines by their ids, as text so that a key press in a line changes none. When a line is removed, those
 * below it get theirs in a render of lower priority: it draws the whole page of lines again, and the press is answered before.
 * Added lines have theirs at once, and so do all others: no two may have the same.
 */
function useNumbers(shown: readonly { id: number; number: number }[]): ReadonlyMap<number, number> {
  const now = shown.map(({ id, number }) => `${id} ${number}`).join()
  const before = numbersOf(useDeferredValue(now))
  return shown.every(({ id }) => before.has(id)) ? before : numbersOf(now)
}

const numbersOf = (text: string) => new Map(text.split(',').map((pair) => pair.split(' ').map(Number) as [number, number]))

type Shown = { lines: readonly SheetLine[]; places: readonly number[] | undefined }

/** The line after (1) or before (-1) another in the filtered list, and its index. */
function neighbour({ lines, places }: Shown, id: number, by: 1 | -1): { id: number; index: number } | undefined {
  const place = lines.findIndex((line) => line.id === id)
  const index = (places ? places.indexOf(place) : place) + by
  const line = lines[places ? (places[index] ?? -1) : index]
  return line && { id: line.id, index }
}
