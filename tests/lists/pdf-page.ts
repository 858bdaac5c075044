import PDFDocument from 'pdfkit'

/** A cell: its text, and the edge that it stands at; `right` is its right edge. In points from the left of the page. */
type At = { text: string | number; left?: number; right?: number; centre?: number; width?: number }
type Options = { size?: number; font?: string }

/** A PDF that is written at places, as programs write their forms. */
export type Sheet = {
  /** Writes texts on one baseline; `width` wraps a text, and what it takes up is returned, in points. */
  line: (y: number, cells: readonly At[], options?: Options) => number
  turnPage: () => void
  bytes: () => Promise<Uint8Array>
}

/** Files are the same each time. */
const DAY = new Date('2026-03-12T10:20:31Z')

/** Opens an A4 sheet, `landscape` if it is wide. */
export function openSheet({ landscape = false }: { landscape?: boolean } = {}): Sheet {
  const document = new PDFDocument({ size: 'A4', margin: 0, layout: landscape ? 'landscape' : 'portrait', info: { CreationDate: DAY } })
  const pieces: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  document.on('data', (piece: Buffer) => pieces.push(piece))
  document.on('end', () => resolve(Buffer.concat(pieces)))

  return {
    line(y, cells, { size = 9, font = 'Helvetica' } = {}) {
      document.font(font).fontSize(size)
      const heights = cells.map(({ text, left = 0, right, centre, width }) => {
        const written = String(text)
        const wide = document.widthOfString(written)
        const x = right !== undefined ? right - wide : centre !== undefined ? centre - wide / 2 : left
        document.text(written, x, y, width === undefined ? { lineBreak: false } : { width })
        return width === undefined ? size : document.heightOfString(written, { width })
      })
      return Math.max(0, ...heights)
    },
    turnPage: () => void document.addPage(),
    bytes() {
      document.end()
      return promise
    },
  }
}
