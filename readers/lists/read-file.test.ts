import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockedWorkbook } from '#tests/support/hostile/locked-workbook.ts'
import writeExcelFile from 'write-excel-file/node'
import { readFile } from './read-file.ts'
import { MAX_FILE_BYTES } from './read-file-limit.ts'
import { UnreadableFile } from './unreadable-file.ts'

type Cell = string | number | boolean | Date | null

const bytesOf = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer)

async function workbook(rows: Cell[][]): Promise<Uint8Array<ArrayBuffer>> {
  const cells = rows.map((row) =>
    row.map((value) => (value === null ? null : value instanceof Date ? { value, format: 'yyyy-mm-dd' } : { value })),
  )
  return bytesOf(await writeExcelFile(cells).toBuffer())
}

const textBytes = (text: string) => bytesOf(new TextEncoder().encode(text))
const utf16 = (text: string) => bytesOf(Buffer.from(text, 'utf16le'))

async function problemOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const error: unknown = await readFile(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof UnreadableFile ? error.reason : String(error)
}

test.each([
  ['UTF-8', textBytes('Teil;Menge\nKühlkörper;5000')],
  ['UTF-8 with its mark', textBytes('\uFEFFTeil;Menge\nKühlkörper;5000')],
  ['UTF-16 with its mark', utf16('\uFEFFTeil;Menge\nKühlkörper;5000')],
  ['UTF-16 without it', utf16('Teil;Menge\nKühlkörper;5000')],
  ['UTF-16, the other end first', utf16('\uFEFFTeil;Menge\nKühlkörper;5000').map((_, at, all) => all[at ^ 1]!)],
  ['the code page of Windows', bytesOf(Buffer.from('Teil;Menge\nKühlkörper;5000', 'latin1'))],
])('a CSV file in %s is read', async (_, bytes) => {
  expect(await readFile(bytes)).toEqual({
    rows: [
      ['Teil', 'Menge'],
      ['Kühlkörper', '5000'],
    ],
    blank: 0,
  })
})

test('a workbook is read as texts, its blank rows are counted', async () => {
  const bytes = await workbook([
    ['Part', 'Qty'],
    ['TF-000001', 12_000],
    [null, null],
    ['1234', 5.5],
    [new Date('2026-03-01'), true],
  ])

  expect(await readFile(bytes)).toEqual({
    rows: [
      ['Part', 'Qty'],
      ['TF-000001', '12000'],
      ['1234', '5.5'],
      ['2026-03-01', 'TRUE'],
    ],
    blank: 1,
  })
})

test('every row of a workbook is a row', async () => {
  const cell = fc.stringMatching(/^[a-zA-Z0-9&<>"' =+@;,-]{0,20}[a-z0-9]$/)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, fc.integer({ min: 1, max: 1e9 })), { minLength: 1, maxLength: 30 }), async (rows) => {
      const { rows: read, blank } = await readFile(await workbook(rows))

      expect(read.map(([text, pieces]) => [text!.trim(), pieces])).toEqual(rows.map(([text, pieces]) => [text.trim(), String(pieces)]))
      expect(blank).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('a workbook of 10,000 rows is read, one of more is not and says how many it has', async () => {
  const rows = Array.from({ length: 10_001 }, (_, row): Cell[] => [`TF-${row}`, 1_000])
  const { rows: read } = await readFile(await workbook(rows))
  expect(read).toHaveLength(10_001)

  const error = await readFile(textBytes('a;1\n'.repeat(10_002))).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ reason: 'too-many-rows', rows: 10_002 })
})

test.each([
  ['nothing', new Uint8Array(0), 'empty'],
  ['blank lines', textBytes('\n \n;;\n'), 'empty'],
  ['more than 10 MB', new Uint8Array(MAX_FILE_BYTES + 1), 'too-large'],
  ['a workbook with a password', bytesOf(lockedWorkbook()), 'workbook-locked'],
  ['a damaged XLS workbook', bytesOf(Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'damaged'],
  ['a picture', bytesOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), 'no-spreadsheet'],
  ['a PDF without a page', bytesOf(Buffer.from('%PDF-1.7\n\x01\x02\x00', 'latin1')), 'pdf-damaged'],
  ['a page', textBytes('<!DOCTYPE html><table><tr><td>T-Con Board'), 'no-spreadsheet'],
  ['a ZIP without an end', bytesOf(Buffer.from('PK\x03\x04 and nothing more', 'latin1')), 'damaged'],
  ['a ZIP of something else', zipOf([['readme.txt', textBytes('hello')]]), 'no-spreadsheet'],
])('%s is refused in words', async (_, bytes, problem) => {
  expect(await problemOf(bytes)).toBe(problem)
})

test.each([
  [undefined, 'too-much-inside'],
  [100, 'no-spreadsheet'],
])('a ZIP that unfolds without end and tells the size %s of itself is %s', async (toldSize, problem) => {
  const bomb = zipOf([['xl/workbook.xml', new Uint8Array(200 * 1024 * 1024)]], { ...(toldSize !== undefined && { toldSize }) })
  expect(bomb.length).toBeLessThan(300_000)

  expect(await problemOf(bomb)).toBe(problem)
})

test('whatever bytes a file has, it is read or refused in words', async () => {
  const whole = await workbook([
    ['Part', 'Qty'],
    ['TF-000001', 12_000],
  ])
  const broken = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
    const copy = whole.slice()
    for (const [at, byte] of changes) copy[at] = byte
    return copy
  })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        broken,
        fc.uint8Array({ maxLength: 300 }).map(bytesOf),
        fc.nat(whole.length).map((end) => whole.slice(0, end)),
      ),
      async (bytes) => {
        const error: unknown = await readFile(bytes).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )

        if (error !== undefined) expect(error).toBeInstanceOf(UnreadableFile)
      },
    ),
    { numRuns: 300 },
  )
})

/** A ZIP of deflated files, with the stated size of each where one is given. */
function zipOf(files: [name: string, content: Uint8Array][], { toldSize }: { toldSize?: number } = {}): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of files) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(toldSize ?? content.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(toldSize ?? content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return bytesOf(Buffer.concat([...parts, ...directory, end]))
}
