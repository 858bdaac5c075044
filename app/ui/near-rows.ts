import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Distance in pixels from the window up to which rows are put into the document. */
const NEAR = 500
/** Rows are drawn when fewer pixels than these beside the window have rows. */
const MARGIN = 250
/** Rows that are put into the document at once: the browser styles and lays them out in one task. */
const NEW_ROWS = 12
/** Rows that are drawn before their size is known. */
const FIRST_ROWS = 40
/** Height in pixels of a row before it is known. */
const ROW_HEIGHT = 40
/** Rows of a printed list. They are drawn in one task, before the browser prints. */
export const PRINTED_ROWS = 2_000

/** Rows from `start`, up to and without `end`. */
export type Range = { start: number; end: number }

/** A row, or a line of cards: how many rows it has, and its height in pixels with the gap below it. */
type Line = { rows: number; height: number }

type Near = Range & {
  line: Line
  /** The line that has the focus stays in the document. */
  focused: Range | undefined
}

/**
 * Which rows of a long list are in the document: those near the window, and those of the line that has the focus. All
 * lines count as equally high. A change of rows is drawn in slices, so that it does not delay an answer to the user; the
 * next one is looked for when it is done, so that dragging the scroll bar never starves it. Where the window shows a gap,
 * its own rows are drawn first, then those beside it, a few at once.
 */
export function useNearRows(body: RefObject<HTMLTableSectionElement | null>, count: number) {
  const [near, setNear] = useState<Near>({ start: 0, end: FIRST_ROWS, line: { rows: 1, height: ROW_HEIGHT }, focused: undefined })
  const drawn = useRef(near)
  const isDrawing = useRef(false)
  const isPrinted = useIsPrinted()

  useEffect(() => {
    drawn.current = near
    isDrawing.current = false
    const look = () => {
      const element = body.current
      if (!element || isDrawing.current) return
      const needed = rowsWithin(MARGIN, element, drawn.current.line, count)
      const { start, end } = drawn.current
      if (needed.start >= start && needed.end <= end) return
      const seen = rowsWithin(0, element, drawn.current.line, count)
      const isGap = seen.start < start || seen.end > end
      isDrawing.current = true
      const wanted = isGap ? seen : rowsWithin(NEAR, element, drawn.current.line, count)
      startTransition(() => setNear(withFewNew(wanted, drawn.current)))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [body, count, near])

  useLayoutEffect(() => {
    const element = body.current
    if (!element) return undefined
    let measuredAt = 0
    const measure = () => {
      if (element.clientWidth === measuredAt) return
      measuredAt = element.clientWidth
      const line = measureLine(element)
      if (line) setNear((last) => ({ ...last, line }))
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [body])

  if (isPrinted) return { ranges: [{ start: 0, end: Math.min(count, PRINTED_ROWS) }], line: near.line, isPrinted }
  return { ranges: rangesOf(near, count), line: near.line, isPrinted }
}

/** Rows within `distance` pixels of the window, and those of the line that has the focus. */
function rowsWithin(distance: number, body: HTMLElement, line: Line, count: number): Near {
  const top = -body.getBoundingClientRect().top
  const lastLine = Math.max(Math.ceil(count / line.rows) - 1, 0)
  const lineAt = (y: number) => Math.min(Math.max(Math.floor(y / line.height), 0), lastLine)
  return {
    start: lineAt(top - distance) * line.rows,
    end: Math.min((lineAt(top + window.innerHeight + distance) + 1) * line.rows, count),
    line,
    focused: focusedLine(body, line),
  }
}

/** The wanted rows that are rendered already, and a few that are not. */
function withFewNew(wanted: Near, drawn: Range): Near {
  const most = Math.ceil(NEW_ROWS / wanted.line.rows) * wanted.line.rows
  if (wanted.start >= drawn.end || wanted.end <= drawn.start) return { ...wanted, end: Math.min(wanted.start + most, wanted.end) }
  const above = Math.min(Math.max(drawn.start - wanted.start, 0), most)
  const below = Math.min(Math.max(wanted.end - drawn.end, 0), most - above)
  return { ...wanted, start: Math.max(drawn.start, wanted.start) - above, end: Math.min(drawn.end, wanted.end) + below }
}

function focusedLine(body: HTMLElement, { rows }: Line): Range | undefined {
  const row = body.contains(document.activeElement) && document.activeElement?.closest('tr')
  if (!row) return undefined
  // The first row is the second of the table.
  const index = Number(row.ariaRowIndex) - 2
  const start = index - (index % rows)
  return { start, end: start + rows }
}

/** Two ranges if the focus is far from the window. */
function rangesOf({ start, end, focused }: Near, count: number): Range[] {
  const near = { start: Math.min(start, count), end: Math.min(end, count) }
  if (!focused || focused.start >= count || (focused.start >= start && focused.end <= end)) return [near]
  const kept = { start: focused.start, end: Math.min(focused.end, count) }
  // Lines never overlap in part.
  return kept.start < near.start ? [kept, near] : [near, kept]
}

/** The size of most lines in the document. */
function measureLine(body: HTMLTableSectionElement): Line | undefined {
  const boxes = [...body.rows].filter((row) => row.ariaRowIndex).map((row) => row.getBoundingClientRect())
  const [first] = boxes
  if (!first) return undefined
  const tops = [...new Set(boxes.map(({ top }) => top))]
  const heights = tops
    .slice(1)
    .map((top, index) => top - tops[index]!)
    .toSorted((a, b) => a - b)
  const height = heights[Math.floor(heights.length / 2)] ?? first.height
  return { rows: boxes.filter(({ top }) => top === first.top).length, height }
}

/** Whether the page is being printed. */
function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false)
  useEffect(() => {
    // What is printed is what is in the document when these functions return.
    const begin = () => flushSync(() => setIsPrinted(true))
    const end = () => setIsPrinted(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinted
}
