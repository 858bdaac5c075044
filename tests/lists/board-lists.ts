import { csv, utf16, utf8, utf8WithMark, windows1252, xlsx } from './encodings.ts'
import { pick, right, type Answer, type Asked, type ListFile } from './right-answers.ts'

const board = (first: number, count = 8) => pick(first, count, 'board')
const spaced = ({ designators }: Asked) => designators.replaceAll(',', ', ')
/** C1,C2,C3 as C1-C3. */
const range = ({ designators }: Asked) => {
  const all = designators.split(',')
  return all.length > 2 ? `${all[0]}-${all.at(-1)}` : designators
}

/** The first lines of `bom_csv_grouped_by_value.py` of KiCad 5 and 6. */
const source = (count: number): string[][] => [
  ['Source:', 'C:/projects/tv-main/tv-main.sch'],
  ['Date:', '2026-03-12 10:20:31'],
  ['Tool:', 'Eeschema (5.1.12)-1'],
  ['Generator:', 'bom_csv_grouped_by_value.py'],
  ['Component Count:', String(count)],
]
const notRead = (rows: readonly string[][]): Answer[] => rows.map((row) => ['not read', row.join(' ')])

function kicad(): ListFile[] {
  const [five, pcb, six, seven, eight, nine] = [board(0), board(1), board(2), board(3), board(4), board(5)]
  const [head5, head6] = [source(five.length), source(six.length)]
  return [
    {
      dialect: 'KiCad',
      file: 'kicad-5-grouped.csv',
      bytes: utf8(
        csv(
          [
            ...head5,
            ['Ref', 'Qnty', 'Value', 'Cmp name', 'Footprint', 'Description', 'Vendor'],
            ...five.map((one) => [spaced(one), one.pieces, one.number, 'Conn', 'Connector:PinHeader', one.name, '']),
          ],
          { quotes: 'all', end: '\n' },
        ),
      ),
      answers: [...notRead(head5), ...right(five)],
    },
    {
      dialect: 'KiCad',
      file: 'kicad-5-pcbnew.csv',
      bytes: utf8(
        csv(
          [
            ['Id', 'Designator', 'Package', 'Quantity', 'Designation', 'Supplier and ref'],
            ...pcb.map((one, place) => [place + 1, one.designators, 'R_0805', one.pieces, one.number, '']),
          ],
          { by: ';', end: '\n', lastSeparator: true },
        ),
      ),
      answers: right(pcb),
    },
    {
      dialect: 'KiCad',
      file: 'kicad-6-grouped.csv',
      bytes: utf8(
        csv(
          [
            ...head6,
            ['Ref', 'Qnty', 'Value', 'Cmp name', 'Footprint', 'Description', 'Vendor', 'MPN'],
            ...six.map((one) => [spaced(one), one.pieces, 'Module', 'Conn', 'TV:Module', '', 'Teleforge', one.number]),
          ],
          { quotes: 'all', end: '\n' },
        ),
      ),
      answers: [...notRead(head6), ...right(six)],
    },
    {
      dialect: 'KiCad',
      file: 'kicad-7-fields.csv',
      bytes: utf8(
        csv(
          [
            ['Reference', 'Value', 'Datasheet', 'Footprint', 'Qty', 'DNP', 'MPN'],
            ...seven.map((one) => [range(one), 'Module', '~', 'TV:Module', one.pieces, '', one.number]),
          ],
          { quotes: 'all', end: '\n' },
        ),
      ),
      answers: right(seven),
    },
    {
      dialect: 'KiCad',
      file: 'kicad-8-fields.csv',
      bytes: utf8(
        csv(
          [
            ['Reference', 'Qty', 'Value', 'DNP', 'Exclude from BOM', 'Exclude from Board', 'Footprint', 'Datasheet'],
            ...eight.map((one) => [range(one), one.pieces, one.number, '', '', '', 'TV:Module', '']),
          ],
          { quotes: 'all', end: '\n' },
        ),
      ),
      answers: right(eight),
    },
    {
      dialect: 'KiCad',
      file: 'kicad-9-without-quantity.csv',
      bytes: utf8(
        csv([['Reference', 'Value', 'Footprint', 'DNP'], ...nine.map((one) => [range(one), one.number, 'TV:Module', ''])], {
          quotes: 'all',
          end: '\n',
        }),
      ),
      answers: right(nine),
    },
  ]
}

async function altium(): Promise<ListFile[]> {
  const [plain, tabbed, workbook, counted, latin] = [board(6), board(7), board(8), board(9), board(10)]
  const titles = ['Comment', 'Description', 'Designator', 'Footprint', 'LibRef', 'Quantity']
  const row = (one: Asked) => [one.number, one.name, spaced(one), 'TVMOD', 'Module', one.pieces]
  const above = [
    ['Bill of Materials', 'TV Main'],
    ['Source Data From:', 'TV-Main.PrjPcb'],
    ['Project:', 'TV-Main.PrjPcb'],
    ['Variant:', 'None'],
    ['Report Date:', '12.03.2026', '10:20:31'],
  ]
  const pad = (cells: string[], before: number) => [...Array.from({ length: before }, () => null), ...cells]
  return [
    {
      dialect: 'Altium',
      file: 'altium-default.csv',
      bytes: utf8(csv([titles, ...plain.map(row)], { quotes: 'all' })),
      answers: right(plain),
    },
    { dialect: 'Altium', file: 'altium-tabs.txt', bytes: utf8(csv([titles, ...tabbed.map(row)], { by: '\t' })), answers: right(tabbed) },
    {
      dialect: 'Altium',
      file: 'altium-template.xlsx',
      bytes: await xlsx([
        ...above.map((cells) => pad(cells, 1)),
        ['#', 'Designator', 'Comment', 'Manufacturer', 'Manufacturer Part Number 1', 'Quantity'],
        ...workbook.map((one, place) => [place + 1, spaced(one), 'Module', 'Teleforge', one.number, one.pieces]),
        ['Approved', null, 'Notes', null, null, null],
      ]),
      answers: [...above.map((cells): Answer => ['not read', cells.join(' ')]), ...right(workbook), ['not read', 'Approved Notes']],
    },
    {
      dialect: 'Altium',
      file: 'altium-without-quantity.csv',
      bytes: utf8WithMark(csv([titles.slice(0, 5), ...counted.map((one) => row(one).slice(0, 5))], { quotes: 'all' })),
      answers: right(counted),
    },
    {
      dialect: 'Altium',
      file: 'altium-windows.csv',
      bytes: windows1252(
        csv([
          ['Designator', 'Comment', 'Herstellernummer', 'Quantity'],
          ...latin.map((one) => [spaced(one), 'Kühlkörper', one.number, one.pieces]),
        ]),
      ),
      answers: right(latin),
    },
  ]
}

function eagle(): ListFile[] {
  const [values, more, windows, parts] = [board(11), board(12), board(13), board(14, 6)]
  const titles = ['Qty', 'Value', 'Device', 'Package', 'Parts', 'Description']
  const quoted = { by: ';', end: '\n', quotes: 'all', lastSeparator: true } as const
  const eachOf = (asked: readonly Asked[]) =>
    asked.flatMap((one) => one.designators.split(',').map((designator) => ({ ...one, designator, pieces: 1 })))
  const each = eachOf(parts)
  const [placed, placedEach] = [board(24), eachOf(board(25, 6))]
  const above = 'Partlist exported from C:/projects/tv-main/tv-main.sch at 3/12/2026 10:20 AM'
  return [
    {
      dialect: 'Eagle',
      file: 'eagle-bom-values.csv',
      bytes: utf8(csv([titles, ...values.map((one) => [one.pieces, one.number, 'MODULE', 'TV', spaced(one), one.name])], quoted)),
      answers: right(values),
    },
    {
      dialect: 'Eagle',
      file: 'eagle-bom-attributes.csv',
      bytes: utf8(
        csv(
          [[...titles, 'MF', 'MPN'], ...more.map((one) => [one.pieces, '', 'MODULE', 'TV', spaced(one), '', 'TELEFORGE', one.number])],
          quoted,
        ),
      ),
      answers: right(more),
    },
    {
      dialect: 'Eagle',
      file: 'eagle-bom-windows.csv',
      bytes: windows1252(
        csv([[...titles, 'BESTELLNR'], ...windows.map((one) => [one.pieces, '100µ', 'MODULE', 'TV', spaced(one), 'für TV', one.number])], {
          ...quoted,
          end: '\r\n',
        }),
      ),
      answers: right(windows),
    },
    {
      dialect: 'Eagle',
      file: 'eagle-bom-parts.csv',
      bytes: utf8(
        csv(
          [['Part', 'Value', 'Device', 'Package', 'Description'], ...each.map((one) => [one.designator, one.number, 'MODULE', 'TV', ''])],
          quoted,
        ),
      ),
      answers: right(each),
    },
    {
      dialect: 'Eagle',
      file: 'eagle-bom-values.txt',
      bytes: utf8(
        [above, '', ...padded([titles, ...placed.map((one) => [one.pieces, one.number, 'MODULE', 'TV', spaced(one), one.name])]), ''].join(
          '\r\n',
        ),
      ),
      answers: [['not read', above], ...right(placed)],
    },
    {
      dialect: 'Eagle',
      file: 'eagle-bom-parts.txt',
      bytes: utf8(
        [
          above,
          '',
          ...padded([
            ['Part', 'Value', 'Device', 'Package', 'Description'],
            ...placedEach.map((one) => [one.designator, one.number, 'MODULE', 'TV', one.name]),
          ]),
          '',
        ].join('\n'),
      ),
      answers: [['not read', above], ...right(placedEach)],
    },
  ]
}

/** Cells that stand below each other, with a space between the longest one of a column and the next. */
function padded(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows.map((row) =>
    row
      .map((cell, column) => String(cell).padEnd(widths[column]!))
      .join(' ')
      .trimEnd(),
  )
}

function orcad(): ListFile[] {
  const [first, second, third, fourth] = [board(15), board(16), board(17), board(18)]
  const above = [
    'TV Main  Revised: Thursday, March 12, 2026',
    'TVM-1          Revision: A',
    'Bill Of Materials          March 12,2026      10:20:31	Page1',
  ]
  const line = '______________________________________________'
  const tabs = (asked: readonly Asked[]) => asked.map((one, place) => `${place + 1}\t${one.pieces}\t${one.designators}\t${one.number}`)
  const wrapped = second.flatMap((one, place) => {
    const all = one.designators.split(',')
    const [now, later] = [all.slice(0, 3), all.slice(3)]
    return [
      `${place + 1}\t${one.pieces}\t${now.join(',')}${later.length > 0 ? ',' : ''}\t${one.number}`,
      ...(later.length > 0 ? [`\t\t${later.join(',')}`] : []),
    ]
  })
  return [
    {
      dialect: 'OrCAD',
      file: 'orcad-capture.bom',
      bytes: utf8([...above, '', 'Item\tQuantity\tReference\tPart', line, '', ...tabs(first), ''].join('\r\n')),
      answers: [
        ...above.map((text): Answer => ['not read', text.replaceAll('\t', ' ').replace(/ +/g, ' ')]),
        ['not read', line],
        ...right(first),
      ],
    },
    {
      dialect: 'OrCAD',
      file: 'orcad-capture-wrapped.bom',
      bytes: utf8([...above, '', 'Item\tQuantity\tReference\tPart', line, '', ...wrapped, ''].join('\r\n')),
      answers: [
        ...above.map((text): Answer => ['not read', text.replaceAll('\t', ' ').replace(/ +/g, ' ')]),
        ['not read', line],
        ...right(second),
        ...wrapped.filter((row) => row.startsWith('\t')).map((row): Answer => ['not read', row.trim()]),
      ],
    },
    {
      dialect: 'OrCAD',
      file: 'orcad-cis.csv',
      bytes: utf8(
        csv([
          ['Item Number', 'Quantity', 'Part Reference', 'Value', 'Part Number'],
          ...third.map((one, place) => [place + 1, one.pieces, one.designators, 'MODULE', one.number]),
        ]),
      ),
      answers: right(third),
    },
    {
      dialect: 'OrCAD',
      file: 'orcad-cis-tabs.txt',
      bytes: utf8(
        csv(
          [['Item', 'Part', 'Reference', 'Quantity'], ...fourth.map((one, place) => [place + 1, one.number, one.designators, one.pieces])],
          { by: '\t' },
        ),
      ),
      answers: right(fourth),
    },
  ]
}

async function easyEda(): Promise<ListFile[]> {
  const [standard, old, pro, counted] = [board(19), board(20), board(21), board(22)]
  return [
    {
      dialect: 'EasyEDA',
      file: 'easyeda-standard.csv',
      bytes: utf16(
        csv(
          [
            [
              'ID',
              'Name',
              'Designator',
              'Footprint',
              'Quantity',
              'Manufacturer Part',
              'Manufacturer',
              'Supplier',
              'Supplier Part',
              'Price',
            ],
            ...standard.map((one, place) => [
              place + 1,
              'Module',
              one.designators,
              'TV',
              one.pieces,
              one.number,
              'Teleforge',
              'LCSC',
              `C${10_000 + place}`,
              one.price,
            ]),
          ],
          { by: '\t', quotes: 'all', end: '\n' },
        ),
      ),
      answers: right(standard),
    },
    {
      dialect: 'EasyEDA',
      file: 'easyeda-standard-names.csv',
      bytes: utf16(
        csv(
          [
            ['ID', 'Name', 'Designator', 'Footprint', 'Quantity'],
            ...old.map((one, place) => [place + 1, one.number, one.designators, 'TV', one.pieces]),
          ],
          { by: '\t', quotes: 'all', end: '\n' },
        ),
      ),
      answers: right(old),
    },
    {
      dialect: 'EasyEDA',
      file: 'easyeda-pro.xlsx',
      bytes: await xlsx([
        [
          'No.',
          'Quantity',
          'Comment',
          'Designator',
          'Footprint',
          'Value',
          'Manufacturer Part',
          'Manufacturer',
          'Supplier Part',
          'Supplier',
        ],
        ...pro.map((one, place) => [
          String(place + 1),
          String(one.pieces),
          'Module',
          one.designators,
          'TV',
          '',
          one.number,
          'Teleforge',
          `C${20_000 + place}`,
          'LCSC',
        ]),
      ]),
      answers: right(pro),
    },
    {
      dialect: 'EasyEDA',
      file: 'easyeda-pro-assembly.csv',
      bytes: utf16(
        csv(
          [
            ['Comment', 'Designator', 'Footprint', 'Supplier Part'],
            ...counted.map((one, place) => [one.number, one.designators, 'TV', `C${30_000 + place}`]),
          ],
          { by: '\t', quotes: 'all' },
        ),
      ),
      answers: right(counted),
    },
  ]
}

/** Lists of parts that programs for circuit boards write. */
export const boardLists = async (): Promise<ListFile[]> => [...kicad(), ...(await altium()), ...eagle(), ...orcad(), ...(await easyEda())]
