import { constants, inflateSync } from 'node:zlib'
import { DOCUMENT_PIECE_BYTES, partMediaMessages as messages, type DocumentType } from '#contract/parts/part-media.ts'

/** Bytes at both ends of a file in which its type shows, and which two windows of a scan share. */
const EDGE_BYTES = 4_096
/** Bytes before the beginning and after the end of a PDF: mails, printers and DOS programs leave some there, and programs pass over them. */
const STRAY_BYTES = 1_024
const BINARY_DXF = 'AutoCAD Binary DXF\r\n\x1a\0'
const PDF_BEGINS = /%PDF-[12]\.\d/
const PDF_ENDS = '%%EOF'

const beginnings: [DocumentType, RegExp][] = [
  ['step', /^(?:\xef\xbb\xbf)?[ \t\r\n]*ISO-10303-21[ \t\r\n]*;/],
  // Comments, which have the group code 999, may precede the first section.
  ['dxf', /^(?:\xef\xbb\xbf)?(?:[ \t]*999[ \t]*\r?\n[^\r\n]*\r?\n)*[ \t]*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/],
]

// DOS programs end a file with 1A.
const ends = {
  step: /END-ISO-10303-21[ \t\r\n]*;[ \t\r\n]*$/,
  // oxlint-disable-next-line no-control-regex
  dxf: /\n[ \t]*0[ \t]*\r?\n[ \t]*EOF[ \t\r\n\x1a]*$/,
  // oxlint-disable-next-line no-control-regex
  binaryDxf: /\0EOF\0[ \t\r\n\x1a\0]*$/,
}

/** Programs, archives, pictures and pages, which may have a PDF inside: by their beginnings, and a ZIP, which is read from its end, anywhere. */
const OTHER_FILE =
  // oxlint-disable-next-line no-control-regex
  /^(?:\xef\xbb\xbf|[\s\0])*(?:MZ|PK|\x7fELF|#!|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe|\xd0\xcf\x11\xe0|\x89PNG|\xff\xd8\xff|GIF8|RIFF|BM|II\*|MM\0|\{\\rtf|Rar!|7z\xbc\xaf|\x1f\x8b|BZh)|<|PK[\x01-\x08]/

/** Control characters that no text has. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0e-\x19\x1b-\x1f\x7f]/

/**
 * What follows a name that is so short that compressed data contain it by chance: a value. White space of any length is one, because the rest
 * may be beyond the window.
 */
const VALUE = String.raw`(?:[\s\0]{0,500}[[(<%]|[\s\0]{1,500}\d|[\s\0]{501})`
const ENDS = '(?![A-Za-z0-9])'

/** The beginning of a string, in brackets or in hexadecimal digits, also as UTF-16. */
const IN_BRACKETS = String.raw`\([\s\0]{0,9}(?:\xfe\xff)?\0?`
const IN_DIGITS = String.raw`<\s{0,9}(?:feff)?`
const beginsWith = (word: string) =>
  `${IN_BRACKETS}${[...word].join(String.raw`\0?`)}|${IN_DIGITS}${[...Buffer.from(word)].map((code) => `(?:00)?[${(code >> 4) - 2}${code >> 4}]${(code & 15).toString(16)}`).join('')}`
/** Servers of a network, in paths of Windows, of PDF and of the web. A backslash is written twice in a string, but not by every program. */
const NETWORK_PATHS = [
  String.raw`${IN_BRACKETS}(?:\\\0?){2,4}[\0\w.$-]{1,500}\\`,
  String.raw`${IN_DIGITS}(?:(?:00)?5c){2}`,
  String.raw`/U?F[\s\0]{0,500}\([\s\0]{0,9}//\w`,
  String.raw`\([\s\0]{0,9}file://(?://)?(?![a-z][:|])\w`,
]

/** What is found in a PDF by its names and strings, and the sentence about it. */
const unsafe: [RegExp, string][] = [
  [new RegExp(`/JavaScript|/EmbeddedFile|/Launch${ENDS}|/JS${VALUE}`), messages.fileActive],
  [new RegExp(`/(?:SubmitForm|ImportData)${ENDS}|/XFA${VALUE}`), messages.fileForm],
  [/\/RichMedia/, messages.fileFilm],
  [new RegExp([beginsWith('javascript:'), beginsWith('vbscript:'), ...NETWORK_PATHS].join('|'), 'i'), messages.fileLink],
]

/** How a PDF may write any character: of a name in hexadecimal, of a string in octal digits. */
const ESCAPED = /#([0-9A-Fa-f]{2})|\\\\|\\([0-3]?[0-7]{2})/g
const plain = (text: string) =>
  text.replace(ESCAPED, (escaped, hex?: string, octal?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return octal === undefined ? escaped : String.fromCharCode(Number.parseInt(octal, 8))
  })

/** Characters of the dictionary before a stream. */
const LONGEST_DICTIONARY = 2_000
/** Bytes of objects that are unpacked: of one stream, and of a document, in which each stream counts for its own time, too. */
const STREAM_COST = 4_096
const MOST_UNPACKED = { stream: 3 * 1024 * 1024, document: 32 * 1024 * 1024 }

/** The type of which these first bytes of a file can be; undefined for another one. */
export function typeAtBeginning(bytes: Buffer): DocumentType | undefined {
  const text = bytes.toString('latin1', 0, EDGE_BYTES)
  if (text.startsWith(BINARY_DXF)) return 'dxf'
  const known = beginnings.find(([, beginning]) => beginning.test(text))
  if (known) return known[0]
  const at = text.search(PDF_BEGINS)
  return at !== -1 && at < STRAY_BYTES && !OTHER_FILE.test(text.slice(0, at)) ? 'pdf' : undefined
}

function endsAsPdf(end: string): boolean {
  const at = end.lastIndexOf(PDF_ENDS)
  // oxlint-disable-next-line no-control-regex
  const stray = end.slice(at + PDF_ENDS.length).replaceAll(/[ \t\r\n\f\0\x1a]/g, '')
  return at !== -1 && stray.length <= STRAY_BYTES && !OTHER_FILE.test(stray)
}

/**
 * Decides by the bytes of a file, given piece by piece, whether it is a whole PDF, STEP or DXF file and nothing else: it begins and ends as
 * its type does, and a file of text has no control characters.
 *
 * A PDF that can do more than be read is refused where the bytes contain the names or links for it, also escaped, and in compressed object
 * streams. What is encrypted or compressed in another way is not seen: this keeps away careless files, not every hostile one. Therefore
 * documents are only ever sent to be saved.
 */
export class DocumentScan {
  #type: DocumentType | 'binaryDxf' | undefined
  #isFirst = true
  #end = ''
  #problem: string | undefined
  #unpacked = 0

  add(bytes: Buffer): void {
    if (this.#isFirst) this.#begin(bytes)
    this.#isFirst = false
    const piece = bytes.toString('latin1')
    const text = this.#end + piece
    this.#end = text.slice(-EDGE_BYTES)
    if (this.#type === 'pdf' && this.#problem === undefined) {
      this.#look(text)
      this.#unpackObjects(text)
    }
    if ((this.#type === 'step' || this.#type === 'dxf') && CONTROL.test(piece)) this.#problem ??= messages.fileNot
  }

  /** After the last piece. */
  finish(): { type: DocumentType } | { problem: string } {
    if (this.#type === undefined) return { problem: messages.fileNot }
    if (this.#problem !== undefined) return { problem: this.#problem }
    const isWhole = this.#type === 'pdf' ? endsAsPdf(this.#end.slice(-EDGE_BYTES)) : ends[this.#type].test(this.#end)
    if (!isWhole) return { problem: messages.fileIncomplete }
    return { type: this.#type === 'binaryDxf' ? 'dxf' : this.#type }
  }

  #begin(bytes: Buffer): void {
    const type = typeAtBeginning(bytes)
    this.#type = type === 'dxf' && bytes.subarray(0, BINARY_DXF.length).equals(Buffer.from(BINARY_DXF, 'latin1')) ? 'binaryDxf' : type
  }

  #look(text: string): void {
    const written = plain(text)
    this.#problem ??= unsafe.find(([form]) => form.test(written))?.[1]
  }

  /** Looks into the object streams of a window. One that goes on in the next piece is looked at then. */
  #unpackObjects(text: string): void {
    for (let from = 0; this.#problem === undefined;) {
      const at = text.indexOf('stream', from)
      if (at === -1) return
      const dictionaryAt = Math.max(from, at - LONGEST_DICTIONARY)
      from = at + 'stream'.length
      if (!plain(text.slice(dictionaryAt, at)).includes('/ObjStm')) continue
      const end = text.indexOf('endstream', from)
      if (end === -1) {
        if (text.length - dictionaryAt <= DOCUMENT_PIECE_BYTES) this.#end = text.slice(dictionaryAt)
        return
      }
      this.#unpack(text.slice(from, end).replace(/^\r?\n/, ''))
      from = end + 'endstream'.length
    }
  }

  #unpack(packed: string): void {
    this.#unpacked += STREAM_COST
    const most = Math.min(MOST_UNPACKED.stream, MOST_UNPACKED.document - this.#unpacked)
    if (most <= 0) {
      this.#problem = messages.fileTooMuch
      return
    }
    try {
      const objects = inflateSync(Buffer.from(packed, 'latin1'), {
        maxOutputLength: Math.max(most, 1),
        finishFlush: constants.Z_SYNC_FLUSH,
      })
      this.#unpacked += objects.length
      this.#look(objects.toString('latin1'))
    } catch (error) {
      if (error instanceof RangeError) this.#problem = messages.fileTooMuch
      // Otherwise encrypted, or packed by something else.
    }
  }
}
