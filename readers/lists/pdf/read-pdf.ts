import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { Table } from '../lines.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import { tableOfLines } from './table-of-lines.ts'
import { linesOfPage, type TextRun, type TextLine } from './text-lines.ts'

/** Maximum pages of a document. */
export const MAX_PAGES = 200
/**
 * Maximum runs of text of a document, of which one of 10,000 rows has half, and the timeout of reading in milliseconds. The caller bounds
 * memory, and has another timeout, which also ends a loop inside the library.
 */
const LIMITS = { runs: 250_000, ms: 20_000 }

/**
 * The library without everything that it could load or run. It has no scripts, and fetches nothing without addresses; fonts are
 * parsed for the letters of their glyphs.
 */
const WITHOUT_EXTRAS = {
  verbosity: 0,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  disableAutoFetch: true,
}

/**
 * The rows of a PDF with text, by the positions of its words.
 * @throws UnreadableFile if it has none, is locked, damaged or too long.
 */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>, limits = LIMITS): Promise<Table> {
  const lines = await readLines(bytes, limits)
  if (lines.length === 0) throw new UnreadableFile('pdf-scan')
  return tableOfLines(lines)
}

async function readLines(bytes: Uint8Array<ArrayBuffer>, { runs, ms }: typeof LIMITS): Promise<TextLine[]> {
  const { getDocument } = await import('unpdf/pdfjs')
  // The library keeps the bytes for itself.
  const opening = getDocument({ ...WITHOUT_EXTRAS, data: bytes.slice() })
  try {
    const document = await opening.promise
    if (document.numPages > MAX_PAGES) throw new UnreadableFile('pdf-too-long')
    const lines: TextLine[] = []
    const budget = { runs, until: performance.now() + ms }
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      lines.push(...linesOfPage(number, await runsOf(page, budget)))
      page.cleanup()
    }
    return lines
  } catch (error) {
    throw asUnreadable(error)
  } finally {
    await opening.destroy()
  }
}

type Matrix = [number, number, number, number, number, number]

/** The words of a page, in points from its upper left corner as displayed. Their number and time are subtracted from the budget. */
async function runsOf(page: PDFPageProxy, budget: { runs: number; until: number }): Promise<TextRun[]> {
  const shown = page.getViewport({ scale: 1 }).transform as Matrix
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  const runs: TextRun[] = []
  for (;;) {
    const { done, value } = (await reader.read()) as {
      done: boolean
      value: Awaited<ReturnType<PDFPageProxy['getTextContent']>> | undefined
    }
    if (done || !value) return runs
    if (performance.now() > budget.until) throw new UnreadableFile('too-slow')
    budget.runs -= value.items.length
    if (budget.runs < 0) throw new UnreadableFile('pdf-too-much')
    for (const item of value.items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [a, b, , , x, y] = product(shown, item.transform as Matrix)
      const size = Math.hypot(a, b)
      // Vertical or slanted words are stamps and margins: they come last, each as a separate line.
      const isLevel = Math.abs(b) <= Math.abs(a) / 10 && a > 0
      const place = isLevel ? { left: x, right: x + item.width, y } : { left: 0, right: item.width, y: 100_000 + runs.length * 1_000 }
      runs.push({ ...place, size, text: item.str.trim(), isMonospaced: value.styles[item.fontName]?.fontFamily === 'monospace' })
    }
  }
}

/** The matrix of `inner` in a space transformed by `outer`. */
function product(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** The library's errors have names. */
function asUnreadable(error: unknown): unknown {
  if (error instanceof UnreadableFile || !(error instanceof Error)) return error
  return new UnreadableFile(error.name === 'PasswordException' ? 'pdf-locked' : 'pdf-damaged')
}
