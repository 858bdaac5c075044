import { UnreadableFile } from '../unreadable-file.ts'

/** Text at a position of a page; `left` and `right` are points from the left edge. */
export type Piece = { left: number; right: number; text: string }

/** Texts on one baseline, from left to right; `y` and `size` are points, `y` from the top of the page. */
export type TextLine = { page: number; y: number; size: number; pieces: Piece[] }

/** A run of text from the library, in the page's own coordinates. */
export type TextRun = Piece & { y: number; size: number; isMonospaced: boolean }

/** Baselines within this share of the size are one line: superscripts, and cells that are not exactly aligned. */
const SAME_LINE = 0.4
/** Runs within this share of the size are one text; a space of most typefaces is a quarter. */
const ONE_TEXT = 0.42
/** The same for typefaces whose spaces are as wide as their letters, in letters. */
const ONE_TEXT_MONOSPACED = 1.2
/** Runs that touch are parts of one word. */
const TOUCHING = 0.12

/**
 * The lines of a page, from top to bottom.
 * @throws UnreadableFile for a text without a place, as a damaged typeface has it.
 */
export function linesOfPage(page: number, runs: readonly TextRun[]): TextLine[] {
  if (!runs.every(({ left, right, y, size }) => Number.isFinite(left + right + y + size))) throw new UnreadableFile('pdf-damaged')
  const lines: { y: number; size: number; runs: TextRun[] }[] = []
  for (const run of runs.toSorted((one, other) => one.y - other.y)) {
    const last = lines.at(-1)
    if (last && run.y - last.y <= SAME_LINE * Math.max(run.size, last.size)) {
      last.runs.push(run)
      last.size = Math.max(last.size, run.size)
    } else lines.push({ y: run.y, size: run.size, runs: [run] })
  }
  return lines.map(({ y, size, runs: own }) => ({ page, y, size, pieces: piecesOf(own) }))
}

function piecesOf(runs: readonly TextRun[]): Piece[] {
  const pieces: Piece[] = []
  let before: TextRun | undefined
  for (const run of runs.toSorted((one, other) => one.left - other.left)) {
    const last = pieces.at(-1)
    const gap = last ? run.left - last.right : Infinity
    // Written twice with a small offset, as some programs do for bold print.
    if (last && before && run.text === before.text && Math.abs(run.left - before.left) < run.size * TOUCHING) continue
    // A text that is longer than its cell lies over the next one.
    if (last && gap <= widestSpace(run) && gap >= -run.size * TOUCHING) {
      last.text += gap > run.size * TOUCHING ? ` ${run.text}` : run.text
      last.right = Math.max(last.right, run.right)
    } else pieces.push({ left: run.left, right: run.right, text: run.text })
    before = run
  }
  return pieces
}

const widestSpace = ({ isMonospaced, left, right, text, size }: TextRun) =>
  isMonospaced ? ((right - left) / text.length) * ONE_TEXT_MONOSPACED : size * ONE_TEXT

/** The text of a line. */
export const textOf = ({ pieces }: TextLine): string => pieces.map(({ text }) => text).join(' ')
