import { utils, write, type BookType } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'

type Book = {
  sheets: { name?: string; state?: string; rows: string; more?: string }[]
  styles?: string
  active?: number
  strings?: string[]
}

/** A workbook of rows given as XML. */
function book({ sheets, styles = '', active, strings = [] }: Book): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
      ['workbook', 'sheet.main'],
      ['styles', 'styles'],
      ['sharedStrings', 'sharedStrings'],
    ]
      .map(([file, type]) => `<Override PartName="/xl/${file}.xml" ContentType="${OFFICE_TYPE}.${type}+xml"/>`)
      .join('')}</Types>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${active === undefined ? '' : `<bookViews><workbookView activeTab="${active}"/></bookViews>`}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}" ${state ? `state="${state}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  }
  for (const [at, { rows, more = '' }] of sheets.entries())
    files[`xl/worksheets/sheet${at + 1}.xml`] = `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${more}</worksheet>`
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)]))))
}
const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
const rowsOf = async (of: Book) => (await readFile(book(of))).rows

const XF = (id: number) => `<xf numFmtId="${id}"/>`
const styled = (code: string) =>
  `<numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/></numFmts><cellStyleXfs>${XF(0)}</cellStyleXfs><cellXfs>${XF(0)}${XF(164)}</cellXfs>`
const shown = async (value: string, styles: string) =>
  (await rowsOf({ styles, sheets: [{ rows: `<row r="1">${text('A1', 'x')}<c r="B1" s="1"><v>${value}</v></c></row>` }] }))[0]![1]

test.each([
  ['0000000', '4711', '0004711'],
  ['000', '4711', '4711'],
  ['00-00-000', '4711', '00-04-711'],
  ['00000\\-0000', '123456789', '12345-6789'],
  ['"TF-"000000', '4711', 'TF-004711'],
  ['\\T\\F0000', '47', 'TF0047'],
  ['0" pcs"', '2000', '2000 pcs'],
  ['#,##0" Stk"', '12000', '12000 Stk'],
  ['[$€-407] #,##0.00', '12.5', '€ 12.50'],
  ['0.00', '1.1', '1.10'],
  ['0.0#', '1.5', '1.5'],
  ['0.00', '12', '12'],
  ['#,##0.000', '2000', '2000'],
  ['#,##0', '12000', '12000'],
  ['0', '1999.6', '1999.6'],
  ['0.0,"k"', '12000', '12000'],
  ['# ?/?', '0.5', '0.5'],
  ['0%', '0.5', '50%'],
  ['0.00E+00', '12000', '1.20E+04'],
  ['0000;-0000', '-47', '-0047'],
  ['0000;(0000)', '-47', '(0047)'],
  ['0000;-0000;"none"', '0', 'none'],
  ['[<=9999999]000-0000;(000) 000-0000', '5551234', '555-1234'],
  ['[<=9999999]000-0000;(000) 000-0000', '2125551234', '(212) 555-1234'],
  ['[Red]0000', '7', '0007'],
  ['@', '4711', '4711'],
  ['General', '4711', '4711'],
  ['General" pcs"', '2000', '2000 pcs'],
  ['General', '0.30000000000000004', '0.3'],
  ['General', '123456789012345', '123456789012345'],
  ['General', '1.2345678901234499E+17', '1.23457E+17'],
  ['yyyy\\-mm\\-dd', '46082', '2026-03-01'],
])('the format %s shows %s as %s', async (code, value, read) => {
  expect(await shown(value, styled(code))).toBe(read)
})

test.each([
  [1, '4711', '4711'],
  [2, '1.1', '1.10'],
  [3, '12000', '12000'],
  [9, '0.5', '50%'],
  [14, '46082', '2026-03-01'],
  [44, '12.5', '12.5'],
])('the format %i, which workbooks do not spell out, shows %s as %s', async (id, value, read) => {
  expect(await shown(value, `<cellXfs>${XF(0)}${XF(id)}</cellXfs>`)).toBe(read)
})

test('an error, and a formula without a saved value, say what they are', async () => {
  const rows = [
    `<row r="1">${text('A1', 'Part')}${text('B1', 'Qty')}</row>`,
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="e"><v>#N/A</v></c></row>',
    '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3"><f>C3*2</f></c></row>',
    '<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4"><f t="shared" ref="B4:B5" si="0">IF(C4&lt;2,1,"x")</f><v></v></c></row>',
    '<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5"><f t="shared" si="0"/><v/></c></row>',
    '<row r="6"><c r="A6" t="s"><v>0</v></c><c r="B6" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    '<row r="7"><c r="A7" t="s"><v>0</v></c><c r="B7"><f>C7*2</f><v>2000</v></c></row>',
    '<row r="8"><c r="A8" t="str"><f>"TF"&amp;"-1"</f><v>TF-1</v></c><c r="B8" t="str"><f>IF(1,"")</f><v></v></c></row>',
  ]

  expect(await rowsOf({ strings: ['TF-000001'], sheets: [{ rows: rows.join('') }] })).toEqual([
    ['Part', 'Qty'],
    ['TF-000001', '#N/A'],
    ['TF-000001', '=C3*2'],
    ['TF-000001', '=IF(C4<2,1,"x")'],
    ['TF-000001', '=IF(C5<2,1,"x")'],
    ['TF-000001', '#DIV/0!'],
    ['TF-000001', '2000'],
    ['TF-1', ''],
  ])
})

test('cells and rows that are only formatted count for nothing, however far away they are', async () => {
  const rows = [
    `<row r="1" spans="1:2" s="1" customFormat="1">${text('A1', 'TF-000001')}<c r="B1"><v>2000</v></c><c r="XFD1" s="1"/></row>`,
    '<row r="3"><c r="A3" s="1"></c></row>',
    `<row r="4">${text('A4', 'TF-000002')}<c r="B4" s="1"><v>3000</v></c></row>`,
    '<row r="1048576" ht="30" customHeight="1"/>',
    '<row r="1048576"><c r="A1048576" s="1"/><c r="XFD1048576" s="1"><v></v></c></row>',
  ]

  expect(await readFile(book({ styles: styled('0'), sheets: [{ rows: rows.join('') }] }))).toEqual({
    rows: [
      ['TF-000001', '2000'],
      ['TF-000002', '3000'],
    ],
    blank: 2,
  })
})

test('the rows below a number that stands in a cell over several rows ask for theirs', async () => {
  const rows = [1, 2, 3, 4].map(
    (row) =>
      `<row r="${row}">${text(`A${row}`, `TF-${row}`)}${row === 2 ? '<c r="B2"><v>5000</v></c>' : row === 1 ? text('B1', 'Qty') : ''}</row>`,
  )

  const more = '<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="A1:B1"/><mergeCell ref="B4:B9"/></mergeCells>'
  expect(await rowsOf({ sheets: [{ rows: rows.join(''), more }] })).toEqual([
    ['TF-1', 'Qty'],
    ['TF-2', '5000'],
    ['TF-3', '?'],
    ['TF-4', ''],
  ])
})

const sheet = (words: string) => `<row r="1">${text('A1', words)}</row>`
const [first, second, third] = [
  { name: 'One', rows: sheet('of one') },
  { name: 'Two &amp; 2', rows: sheet('of two') },
  { name: 'Three', rows: sheet('of three') },
]

test.each<[string, Book, string | undefined, string, string[] | undefined]>([
  ['the one that was open', { sheets: [first, second, third], active: 1 }, undefined, 'of two', ['One', 'Two & 2', 'Three']],
  ['the first where none says that it was open', { sheets: [first, second] }, undefined, 'of one', ['One', 'Two & 2']],
  [
    'the first visible one',
    { sheets: [{ ...first, state: 'hidden' }, { ...second, state: 'veryHidden' }, third] },
    undefined,
    'of three',
    undefined,
  ],
  [
    'a visible one instead of the hidden one that was open',
    { sheets: [{ ...first, state: 'hidden' }, second, third], active: 0 },
    undefined,
    'of two',
    ['Two & 2', 'Three'],
  ],
  [
    'one with content instead of the empty one that was open',
    { sheets: [first, { name: 'Empty', rows: '<row r="1"><c r="A1" s="0"/></row>' }], active: 1 },
    undefined,
    'of one',
    ['One', 'Empty'],
  ],
  ['the chosen one', { sheets: [first, second, third], active: 1 }, 'Three', 'of three', ['One', 'Two & 2', 'Three']],
  ['the chosen one though it is hidden', { sheets: [{ ...first, state: 'hidden' }, second] }, 'One', 'of one', undefined],
])('of several sheets %s is read', async (_, of, chosen, read, names) => {
  const { rows, sheets } = await readFile(book(of), chosen)

  expect(rows).toEqual([[read]])
  expect(sheets?.names).toEqual(names)
})

test.each<BookType>(['xlsx', 'xlsm', 'xlsb', 'biff8', 'ods'])('a workbook of the kind %s is read as it is shown', async (kind) => {
  const list = utils.aoa_to_sheet([
    ['Part', 'Qty', 'Day'],
    [4711, 12_000, 46_082],
    ['Kühlkörper', 2_000.5, ''],
  ])
  Object.assign(list['A2'], { z: '0000000' })
  Object.assign(list['B2'], { z: '#,##0' })
  Object.assign(list['C2'], { z: 'dd.mm.yyyy' })
  const workbook = { SheetNames: ['Secret', 'List'], Sheets: { Secret: utils.aoa_to_sheet([['of nobody']]), List: list } }
  const bytes = write({ ...workbook, Workbook: { Sheets: [{ Hidden: 1 }, {}] } }, { bookType: kind, type: 'buffer' }) as Buffer

  const { rows } = await readFile(Uint8Array.from(bytes), kind === 'ods' ? 'List' : undefined)

  expect(rows).toEqual([
    ['Part', 'Qty', 'Day'],
    ['0004711', '12000', '2026-03-01'],
    ['Kühlkörper', '2000.5', ''],
  ])
})

test.each(['XFD1048576', 'ZZZZZZ1', 'ZZZZZZZZZZ1', 'A99999999999'])(
  'a sheet with a cell in %s is refused before it is laid out',
  async (place) => {
    await expect(
      readFile(book({ sheets: [{ rows: `<row r="1">${text('A1', 'TF-1')}${text(place, 'far')}</row>` }] })),
    ).rejects.toMatchObject({
      reason: 'too-much-inside',
    })
  },
)

test('a sheet that is not there is told', async () => {
  await expect(readFile(book({ sheets: [first] }), 'Other')).rejects.toMatchObject({ reason: 'no-such-sheet' })
})
