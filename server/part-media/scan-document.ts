import { partMediaMessages as messages, type DocumentType } from '#contract/parts/part-media.ts'

/** Bytes at both ends of a file in which its type shows, and which two windows of a scan share. */
const EDGE_BYTES = 4_096
const BINARY_DXF = 'AutoCAD Binary DXF\r\n\x1a\0'

const beginnings: [DocumentType, RegExp][] = [
  ['pdf', /^%PDF-[12]\.\d/],
  ['step', /^(?:\xef\xbb\xbf)?[ \t\r\n]*ISO-10303-21[ \t\r\n]*;/],
  // Comments, which have the group code 999, may precede the first section.
  ['dxf', /^(?:\xef\xbb\xbf)?(?:[ \t]*999[ \t]*\r?\n[^\r\n]*\r?\n)*[ \t]*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/],
]

// DOS programs end a file with 1A.
const ends = {
  // oxlint-disable-next-line no-control-regex
  pdf: /%%EOF[ \t\r\n\f\0]*$/,
  step: /END-ISO-10303-21[ \t\r\n]*;[ \t\r\n]*$/,
  // oxlint-disable-next-line no-control-regex
  dxf: /\n[ \t]*0[ \t]*\r?\n[ \t]*EOF[ \t\r\n\x1a]*$/,
  // oxlint-disable-next-line no-control-regex
  binaryDxf: /\0EOF\0[ \t\r\n\x1a\0]*$/,
}

/** Control characters that no text has. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0e-\x19\x1b-\x1f\x7f]/

/**
 * Names in a PDF that run scripts, start programs or carry files. `/JS` alone is so short that compressed data contain it by chance, so
 * what follows must be a value; white space of any length is one, because the rest may be beyond the window.
 */
const ACTIVE = /\/JavaScript|\/EmbeddedFile|\/Launch(?![A-Za-z0-9])|\/JS(?:[\s\0]{0,500}[(<%]|[\s\0]{1,500}\d|[\s\0]{501})/
/** How a PDF may write any character of a name. */
const ESCAPED = /#([0-9A-Fa-f]{2})/g

/** The type of which these first bytes of a file can be; undefined for another one. */
export function typeAtBeginning(bytes: Buffer): DocumentType | undefined {
  const text = bytes.toString('latin1', 0, EDGE_BYTES)
  if (text.startsWith(BINARY_DXF)) return 'dxf'
  return beginnings.find(([, beginning]) => beginning.test(text))?.[0]
}

/**
 * Decides by the bytes of a file, given piece by piece, whether it is a whole PDF, STEP or DXF file and nothing else: it begins and ends as
 * its type does, and a file of text has no control characters.
 *
 * A PDF with scripts, attached files or programs is refused where the bytes contain their names, also with escaped characters. What
 * is inside compressed object streams is not seen: this keeps away careless files, not every hostile one. Therefore documents are only
 * ever sent to be saved.
 */
export class DocumentScan {
  #type: DocumentType | 'binaryDxf' | undefined
  #isFirst = true
  #end = ''
  #problem: string | undefined

  add(bytes: Buffer): void {
    if (this.#isFirst) this.#begin(bytes)
    this.#isFirst = false
    const piece = bytes.toString('latin1')
    const text = this.#end + piece
    if (this.#type === 'pdf' && ACTIVE.test(text.replace(ESCAPED, unescape))) this.#problem ??= messages.fileActive
    if ((this.#type === 'step' || this.#type === 'dxf') && CONTROL.test(piece)) this.#problem ??= messages.fileNot
    this.#end = text.slice(-EDGE_BYTES)
  }

  /** After the last piece. */
  finish(): { type: DocumentType } | { problem: string } {
    if (this.#type === undefined) return { problem: messages.fileNot }
    if (this.#problem !== undefined) return { problem: this.#problem }
    if (!ends[this.#type].test(this.#end)) return { problem: messages.fileIncomplete }
    return { type: this.#type === 'binaryDxf' ? 'dxf' : this.#type }
  }

  #begin(bytes: Buffer): void {
    const type = typeAtBeginning(bytes)
    this.#type = type === 'dxf' && bytes.subarray(0, BINARY_DXF.length).equals(Buffer.from(BINARY_DXF, 'latin1')) ? 'binaryDxf' : type
  }
}

const unescape = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
