import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { afterEach, expect, test, vi } from 'vitest'
import { openSheet } from '#tests/lists/pdf-page.ts'
import { linesOfTable } from '../lines-of-table.ts'
import { recogniseColumns } from '../recognise-columns.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import { readPdf } from './read-pdf.ts'

afterEach(() => void vi.restoreAllMocks())

const bytesOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

async function documentOf(write: (document: PDFKit.PDFDocument) => void, options?: PDFKit.PDFDocumentOptions) {
  const document = new PDFDocument({ margin: 40, ...options })
  const pieces: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  document.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve())
  write(document)
  document.end()
  await promise
  return bytesOf(Buffer.concat(pieces))
}

/** A PDF of one page by its raw objects; the page is object 3 and its content object 4. */
function rawPdf(
  content: Uint8Array,
  { filter = '', resources = '', objects = [] as [dictionary: string, stream?: Uint8Array][], catalogue = '' } = {},
) {
  const all: [string, Uint8Array?][] = [
    [`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`],
    [`<< /Length ${content.length} ${filter} >>`, content],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...objects,
  ]
  const parts = all.map(([dictionary, stream], index) =>
    Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n${dictionary}\n`),
      ...(stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []),
      Buffer.from('endobj\n'),
    ]),
  )
  return bytesOf(
    Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(`trailer\n<< /Root 1 0 R /Size ${all.length + 1} >>\n%%EOF\n`)]),
  )
}

async function problemOf(bytes: Uint8Array<ArrayBuffer>, limits?: Parameters<typeof readPdf>[1]): Promise<string> {
  const error: unknown = await readPdf(bytes, limits).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof UnreadableFile ? error.reason : String(error)
}

const text = (words: string) => Buffer.from(`BT /F1 12 Tf 40 700 Td (${words}) Tj ET`)

test.each([
  ['a page without text, such as a scan', () => documentOf((document) => void document.rect(0, 0, 100, 100).fill()), 'pdf-scan'],
  ['a PDF with a password', () => documentOf((document) => void document.text('TF-1'), { userPassword: 'secret' }), 'pdf-locked'],
  ['201 pages', () => documentOf((document) => void Array.from({ length: 200 }, () => document.text('TF-1').addPage())), 'pdf-too-long'],
  ['the first half of a PDF', async () => (await documentOf((document) => void document.text('TF-1'))).slice(0, 400), 'pdf-damaged'],
])('%s is refused in words', async (_, make, problem) => {
  expect(await problemOf(await make())).toBe(problem)
})

/** Three forms, each of which draws the next one ten times, and the last one a thousand words. */
function formsInForms(): Uint8Array<ArrayBuffer> {
  const words = Array.from({ length: 1_000 }, (_, index) => `1 0 0 1 ${(index % 20) * 90} ${index * 20} Tm (word) Tj`).join(' ')
  const objects = [0, 1, 2].map((index): [string, Uint8Array] => {
    const content = Buffer.from(index === 2 ? `BT /F1 9 Tf ${words} ET` : '/X Do '.repeat(20))
    const resources = `<< /XObject << /X ${index + 7} 0 R >> /Font << /F1 5 0 R >> >>`
    return [`<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources ${resources} /Length ${content.length} >>`, content]
  })
  return rawPdf(Buffer.from('/X Do '.repeat(20)), { resources: '/XObject << /X 6 0 R >>', objects })
}

test('a page that calls its forms over and over is given up', async () => {
  expect(await problemOf(formsInForms(), { runs: 2_000, ms: 20_000 })).toBe('pdf-too-much')
})

test('a PDF that takes too long is given up', async () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(60_000)

  expect(await problemOf(rawPdf(text('TF-1')))).toBe('too-slow')
})

test('what a PDF asks a viewer to run or to load is neither run nor loaded (93)', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const pdf = rawPdf(text('TF-1'), {
    catalogue: '/OpenAction << /S /JavaScript /JS (globalThis.wasRun = true) >> /AA << /WC << /S /URI /URI (https://example.com/) >> >>',
    resources: '/XObject << /X 6 0 R >>',
    objects: [['<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /UniGB-UCS2-H /DescendantFonts [] >>']],
  })

  expect((await readPdf(pdf)).rows).toEqual([['TF-1']])
  expect(globalThis).not.toHaveProperty('wasRun')
  expect(fetched).not.toHaveBeenCalled()
})

test('a page that is turned is read as it is shown', async () => {
  const pdf = await documentOf((document) => {
    Object.assign(document.page.dictionary.data, { Rotate: 90 })
    document.rotate(-90).translate(-600, 0)
    for (const [row, cells] of [
      ['Part no.', 'Qty'],
      ['TF-1', '2,000'],
      ['TF-2', '3,000'],
    ].entries()) {
      document.text(cells[0]!, 40, 100 + row * 14, { lineBreak: false }).text(cells[1]!, 300, 100 + row * 14, { lineBreak: false }) // two cells
    }
  })

  expect((await readPdf(pdf)).rows.map((row) => row.slice(0, 2))).toEqual([
    ['Part no.', 'Qty'],
    ['TF-1', '2,000'],
    ['TF-2', '3,000'],
  ])
})

test('pieces that are missing where the other rows have them are asked, and not the minimum order', async () => {
  const sheet = openSheet()
  sheet.line(40, [
    { text: 'Part No.', left: 40 },
    { text: 'Description', left: 120 },
    { text: 'Qty', right: 300 },
  ])
  sheet.line(60, [
    { text: 'TF-1', left: 40 },
    { text: 'A name', left: 120 },
    { text: '2,000', right: 300 },
  ])
  sheet.line(80, [{ text: 'TF-2 A longer name 3,000', left: 40 }])
  sheet.line(100, [
    { text: 'TF-3', left: 40 },
    { text: 'A name', left: 120 },
    { text: 'many', right: 300 },
  ])
  const table = await readPdf(bytesOf(await sheet.bytes()))

  const { lines } = linesOfTable(table, recogniseColumns(table.rows)!) // it has titles

  expect(lines.map(({ quantity, doubt }) => [quantity, doubt])).toEqual([
    ['2,000', undefined],
    ['?', 'form'],
    ['?', 'form'],
  ])
})

test('whatever bytes a PDF has, it is read or refused in words', async () => {
  const whole = await documentOf((document) => void document.text('Part Qty').text('TF-1 2,000'), { compress: false })
  const broken = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }).map((changes) => {
    const copy = whole.slice()
    for (const [at, byte] of changes) copy[at] = byte
    return copy
  })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        broken,
        fc.nat(whole.length).map((end) => whole.slice(0, end)),
      ),
      async (bytes) => {
        const error: unknown = await readPdf(bytes).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )

        if (error !== undefined) expect(error).toBeInstanceOf(UnreadableFile)
      },
    ),
    { numRuns: 100 },
  )
})
