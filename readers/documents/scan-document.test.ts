import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { partMediaMessages as messages } from '#contract/parts/part-media.ts'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { dxf, pdf, step } from '#tests/support/shops/documents.ts'
import { DocumentScan, typeAtBeginning } from './scan-document.ts'

/** Result of a scan of a file in pieces of this many bytes. */
function scan(bytes: Buffer, pieceBytes = bytes.length) {
  const found = new DocumentScan()
  for (let at = 0; at < bytes.length; at += pieceBytes) found.add(bytes.subarray(at, at + pieceBytes))
  const result = found.finish()
  return 'type' in result ? result.type : result.problem
}

const binaryDxf = Buffer.from('AutoCAD Binary DXF\r\n\x1a\0\0SECTION\0\x02HEADER\0\0ENDSEC\0\0EOF\0', 'latin1')
const withBom = (bytes: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

/** A PDF whose objects are in a compressed stream. */
const withObjects = (objects: string, before = '') =>
  joined(
    pdf(before).subarray(0, -6),
    '5 0 obj\n<</Type/ObjStm /N 1 /First 4>> stream\r\n',
    deflateSync(Buffer.from(`5 0 ${objects}`, 'latin1')),
    '\nendstream\nendobj\n%%EOF\n',
  )
const chance = chanceOf(chosenSeed())
/** Text that hardly compresses. */
const random = (length: number) => Array.from({ length }, () => String.fromCharCode(65 + chance.below(26))).join('')

test.each([
  ['pdf', 'a PDF', pdf()],
  ['pdf', 'a PDF with binary data in it', pdf('\x00\x01\xff\xfe')],
  ['pdf', 'a PDF with NULs behind its end', joined(pdf(), '\0\0\r\n')],
  ['pdf', 'a PDF that opens on a page', pdf('/OpenAction [3 0 R /Fit]')],
  ['pdf', 'a PDF with a name that begins as a forbidden one', pdf('/JSON 1 /Launcher 2')],
  ['pdf', 'a PDF with a byte order mark', withBom(pdf())],
  ['pdf', 'a PDF that ends as DOS ended files', joined(pdf(), '\x1a')],
  ['pdf', 'a PDF that a printer was sent', joined('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', pdf(), '\x1b%-12345X@PJL EOJ\r\n')],
  ['pdf', 'a PDF with what a server left around it', joined('Content-Type: application/pdf\r\n\r\n', pdf(), '\r\n--part-1--\r\n0\r\n')],
  ['pdf', 'a PDF that begins at the last byte where programs look', joined('x'.repeat(1_018), pdf())],
  ['pdf', 'a PDF with a form for paper', pdf('/AcroForm << /Fields [] /XFAx 1 >> /SubmitFormat 1')],
  ['pdf', 'a PDF with links to the web', pdf('/A << /S /URI /URI (https://example.com/a?file://b) >> /B << /URI (file:///C:/a.pdf) >>')],
  ['pdf', 'a PDF whose title has backslashes', pdf('/Title (\\\\alpha-decay \\) of) /Author (a\\\\b\\\\c)')],
  ['pdf', 'a PDF with packed objects', withObjects('<< /Type /Page /Contents 3 0 R >>')],
  ['step', 'a STEP file', step()],
  ['step', 'a STEP file with a byte order mark', withBom(step())],
  ['step', 'a STEP file with umlauts', step("FILE_NAME('Geh\xe4use');")],
  ['dxf', 'a DXF file', dxf()],
  ['dxf', 'a DXF file that begins with comments', joined('999\r\nMade by a program\r\n999\r\nmore\r\n', dxf())],
  ['dxf', 'a DXF file that ends as DOS ended files', joined(dxf(), '\x1a')],
  ['dxf', 'a binary DXF file', binaryDxf],
])('a %s is known: %s', (type, _what, bytes) => {
  expect([scan(bytes), scan(bytes, 7_000), typeAtBeginning(bytes)]).toEqual([type, type, type])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page with a PDF behind it', joined('<script>alert(1)</script>', pdf())],
  ['a program', joined('MZ\x90\0', pdf())],
  ['a ZIP', joined('PK\x03\x04', pdf())],
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a text', Buffer.from('0 SECTION EOF')],
  ['a PDF behind more than programs look at', joined('x'.repeat(1_025), pdf())],
  ['a program behind a byte order mark', withBom(joined('MZ\x90\0', pdf()))],
  ['a STEP file as UTF-16', Buffer.from(step().toString('latin1'), 'utf16le')],
  ['a STEP file with a program in it', step('\0\x01')],
  ['a DXF file with a program in it', dxf('\0\x01')],
])('%s is no document (83)', (_what, bytes) => {
  expect(scan(bytes)).toBe(messages.fileNot)
})

test.each([
  ['half a PDF', pdf().subarray(0, -6)],
  ['a PDF with a ZIP behind it', joined(pdf(), 'PK\x03\x04')],
  ['a PDF with a page behind it', joined(pdf(), '<script>alert(1)</script>')],
  ['a PDF with much behind it', joined(pdf(), 'x'.repeat(1_025))],
  ['a PDF with a part of another object behind it', joined(pdf(), '7 0 obj\n<< /Type')],
  ['half a STEP file', step().subarray(0, -8)],
  ['a STEP file with a page behind it', joined(step(), '<script>alert(1)</script>')],
  ['half a DXF file', dxf().subarray(0, -5)],
  ['half a binary DXF file', binaryDxf.subarray(0, -3)],
])('%s is not complete (83)', (_what, bytes) => {
  expect(scan(bytes)).toBe(messages.fileIncomplete)
})

test.each([
  ['a script', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'],
  ['a script in a rendition', '/A << /S /Rendition /JS (x) >>'],
  ['a script in another object', '/JS 12 0 R'],
  ['a script after a comment', '/JS%\n(x)'],
  ['a script whose name is escaped', '/A << /S /J#61vaScript >>'],
  ['a program', '/A << /S /Launch /F (cmd.exe) >>'],
  ['an attached file', '/Type /EmbeddedFile'],
  ['attached files', '/Names << /EmbeddedFiles 4 0 R >>'],
])('a PDF with %s is refused (83)', (_what, inside) => {
  expect(scan(pdf(inside))).toBe(messages.fileActive)
})

test.each([
  ['an XFA form', '/AcroForm << /XFA 12 0 R >>', messages.fileForm],
  ['an XFA form in parts', '/AcroForm << /#58FA[(template) 12 0 R] >>', messages.fileForm],
  ['a form that sends', '/A << /S /SubmitForm /F (https://example.com) >>', messages.fileForm],
  ['a form that fetches', '/A << /S /ImportData /F (a.fdf) >>', messages.fileForm],
  ['a film', '/Subtype /RichMedia', messages.fileFilm],
  ['a film whose name is escaped', '/Subtype /Rich#4dedia', messages.fileFilm],
  ['a path to a server', '/A << /S /GoToR /F (\\\\\\\\10.0.0.1\\\\share\\\\a.pdf) >>', messages.fileLink],
  ['a path to a server with single backslashes', '/F (\\\\server\\share)', messages.fileLink],
  ['a path to a server in octal digits', '/F (\\134\\134server\\134share)', messages.fileLink],
  ['a path to a server in hexadecimal digits', '/UF <5c5C7365727665725c61>', messages.fileLink],
  ['a path to a server as UTF-16', '/UF (\xfe\xff\0\\\\\0\\\\\0s\0\\\\\0a)', messages.fileLink],
  ['a path to a server with slashes', '/F (//server/share/a.pdf)', messages.fileLink],
  ['a web address of a file on a server', '/URI (file://server/share)', messages.fileLink],
  ['a link to a script', '/A << /S /URI /URI (JavaScript:alert\\(1\\)) >>', messages.fileLink],
  ['a link to a script in octal digits', '/URI ( \\152avascript:x)', messages.fileLink],
  ['a link to a script in hexadecimal digits', '/URI <6A6176617363726970743A78>', messages.fileLink],
])('a PDF with %s is refused, and why is said (83)', (_what, inside, sentence) => {
  expect([scan(pdf(inside)), scan(withObjects(`<< ${inside} >>`))]).toEqual([sentence, sentence])
})

test('packed objects are looked into wherever a piece ends, and where only their end is damaged (83)', () => {
  const bytes = withObjects(`${random(8_000)} << /S /JavaScript >>`, ' '.repeat(600))
  const at = bytes.indexOf('stream')

  const found = [-300, -1, 0, 3, 6, 8, 500, 5_000].map((shift) => scan(bytes, at + shift))
  const damaged = Buffer.from(bytes)
  damaged.fill(0, damaged.indexOf('endstream') - 6, damaged.indexOf('endstream'))

  expect(found).toEqual(found.map(() => messages.fileActive))
  expect(scan(damaged)).toBe(messages.fileActive)
})

test('packed objects that unpack to more than can be checked are refused, encrypted ones are not seen (83)', () => {
  expect(scan(withObjects(' '.repeat(4 * 1024 * 1024)))).toBe(messages.fileTooMuch)
  expect(scan(joined(...Array.from({ length: 17 }, () => withObjects(' '.repeat(2 * 1024 * 1024)))))).toBe(messages.fileTooMuch)
  expect(scan(pdf('/ObjStm stream\nendstream '.repeat(10_000)))).toBe(messages.fileTooMuch)
  expect(scan(pdf(`/Type /ObjStm >> stream\n${random(500)}\nendstream`))).toBe('pdf')
})

test('a forbidden name is found wherever a piece ends (83)', () => {
  const bytes = pdf(`${'x'.repeat(9_000)} /A << /S /J#61vaScript >> ${'x'.repeat(9_000)}`)
  const at = bytes.indexOf('/J#61')
  expect(Array.from({ length: 16 }, (_, shift) => scan(bytes, at + shift))).toEqual(Array.from({ length: 16 }, () => messages.fileActive))
})

test('white space between a name and its script hides nothing', () => {
  const hidden = [499, 501, 5_000, 9_000].map((spaces) => scan(pdf(`/JS${' '.repeat(spaces)}(x)`), 4_100))
  expect(hidden).toEqual(hidden.map(() => messages.fileActive))
})

test('no hostile file of the largest size stops a scan', () => {
  const hostile = [
    pdf(),
    ...[
      '\n999',
      '0 \n',
      '\0',
      ' ',
      '/JS ',
      '#4',
      '(\\\\a',
      '/F (',
      '<5c',
      '(j\0',
      '\\1',
      '/ObjStm stream\n',
      'stream\n',
      '/XFA',
      'endstream',
    ].map((text) => Buffer.from(text.repeat((4 * 1024 * 1024) / text.length))),
  ]
  for (const inside of hostile.slice(1)) {
    for (const begin of [pdf(), step(), dxf()]) {
      expect(endIfItHangs(() => scan(joined(begin.subarray(0, 12), inside), 1024 * 1024))).toBeTypeOf('string')
    }
  }
})
