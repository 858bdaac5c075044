import { ownFont } from './fonts.ts'
import { useFont } from './pdf-text.ts'

/** `x` and `y` of the baseline, in points from the page's lower left corner. */
export type LateText = { text: string; x: number; y: number; size: number; colour: string }

/** The parts of the library's page and font that are used here. */
type Page = { content: PDFKit.PDFKitReference; dictionary: PDFKit.PDFKitReference & { data: { Contents: unknown } } }
type PageFont = { id: string; encode(text: string): [codes: string[], positions: unknown] }

/**
 * Reserves a text on the current page whose content is known only when later pages are written: a second content stream,
 * which is written when the text is known. Its characters are digits and letters of English, which the page must have.
 */
export function openLateText(document: PDFKit.PDFDocument): (late: LateText) => void {
  const { content, dictionary } = document.page as unknown as Page
  const stream = document.ref({})
  dictionary.data.Contents = [content, stream]
  const { height } = document.page
  return ({ text, x, y, size, colour }) => {
    const { id, encode } = encoderOf(document)
    const rgb = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ')
    // The library flips the y axis; its transformation also applies to this stream.
    stream.end(`q 1 0 0 -1 0 ${height} cm ${rgb} rg BT /${id} ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td <${encode(text)}> Tj ET Q`)
  }
}

function encoderOf(document: PDFKit.PDFDocument) {
  const { _font: font } = useFont(document, ownFont()) as unknown as { _font: PageFont }
  return { id: font.id, encode: (text: string) => font.encode(text)[0].join('') }
}
