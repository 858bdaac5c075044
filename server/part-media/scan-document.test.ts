import { expect, test } from 'vitest'
import { partMediaMessages as messages } from '#contract/parts/part-media.ts'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
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

test.each([
  ['pdf', 'a PDF', pdf()],
  ['pdf', 'a PDF with binary data in it', pdf('\x00\x01\xff\xfe')],
  ['pdf', 'a PDF with NULs behind its end', joined(pdf(), '\0\0\r\n')],
  ['pdf', 'a PDF that opens on a page', pdf('/OpenAction [3 0 R /Fit]')],
  ['pdf', 'a PDF with a name that begins as a forbidden one', pdf('/JSON 1 /Launcher 2')],
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
  ['a STEP file as UTF-16', Buffer.from(step().toString('latin1'), 'utf16le')],
  ['a STEP file with a program in it', step('\0\x01')],
  ['a DXF file with a program in it', dxf('\0\x01')],
])('row 83: %s is no document', (_what, bytes) => {
  expect(scan(bytes)).toBe(messages.fileNot)
})

test.each([
  ['half a PDF', pdf().subarray(0, -6)],
  ['a PDF with a ZIP behind it', joined(pdf(), 'PK\x03\x04')],
  ['a PDF with a page behind it', joined(pdf(), '<script>alert(1)</script>')],
  ['half a STEP file', step().subarray(0, -8)],
  ['a STEP file with a page behind it', joined(step(), '<script>alert(1)</script>')],
  ['half a DXF file', dxf().subarray(0, -5)],
  ['half a binary DXF file', binaryDxf.subarray(0, -3)],
])('row 83: %s is not complete', (_what, bytes) => {
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
])('row 83: a PDF with %s is refused', (_what, inside) => {
  expect(scan(pdf(inside))).toBe(messages.fileActive)
})

test('row 83: a forbidden name is found wherever a piece ends', () => {
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
    ...['\n999', '0 \n', '\0', ' ', '/JS ', '#4'].map((text) => Buffer.from(text.repeat((4 * 1024 * 1024) / text.length))),
  ]
  for (const inside of hostile.slice(1)) {
    for (const begin of [pdf(), step(), dxf()]) {
      expect(endIfItHangs(() => scan(joined(begin.subarray(0, 12), inside), 1024 * 1024))).toBeTypeOf('string')
    }
  }
})
