import { csv, utf16, utf8, utf8WithMark, windows1250, windows1252, xlsx } from './encodings.ts'
import { pick, right, type Answer, type Asked, type ListFile } from './right-answers.ts'

/** 12500 as 12.500. */
const dotted = (pieces: number) => String(pieces).replace(/\B(?=(\d{3})+$)/g, '.')
const by = (separator: string) => (pieces: number) => dotted(pieces).replaceAll('.', separator)
const comma = (price: string) => price.replace('.', ',')

function bars(titles: string[], rows: readonly (string | number)[][]): string[] {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => String(row[column]).length)))
  const line = (row: readonly (string | number)[]) => `|${row.map((cell, column) => String(cell).padEnd(widths[column]!)).join('|')}|` // as many
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 1, 1))
  return [rule, line(titles), rule, ...rows.map(line), rule]
}

async function sap(): Promise<ListFile[]> {
  const [unconverted, sheet, workbook, english, decimals] = [pick(30, 8), pick(31, 8), pick(32, 8), pick(33, 8), pick(34, 4)]
  const german = ['Pos.', 'Material', 'Kurztext', 'Bestellmenge', 'ME', 'Nettopreis']
  const row = (one: Asked, place: number) => [(place + 1) * 10, one.number, one.name, dotted(one.pieces), 'ST', comma(one.price)]
  const listed = bars(german, unconverted.map(row))
  const rule = listed[0]!
  return [
    {
      dialect: 'SAP',
      file: 'sap-unconverted.txt',
      bytes: windows1252(['12.03.2026          Dynamische Listenausgabe          1', '', ...listed].join('\r\n')),
      answers: [
        ['not read', '12.03.2026 Dynamische Listenausgabe 1'],
        ['not read', rule],
        ['not read', rule],
        ...right(unconverted),
        ['not read', rule],
      ],
    },
    {
      dialect: 'SAP',
      file: 'sap-spreadsheet.xls.txt',
      bytes: utf16(
        [
          '12.03.2026\tDynamische Listenausgabe\t1',
          '',
          `\t${german.join('\t')}`,
          '',
          ...sheet.map((one, place) => `\t${row(one, place).join('\t')}`),
        ].join('\r\n'),
      ),
      answers: [['not read', '12.03.2026 Dynamische Listenausgabe 1'], ...right(sheet)],
    },
    {
      dialect: 'SAP',
      file: 'sap-export.xlsx',
      bytes: await xlsx([
        ['Purchasing Document', 'Item', 'Material', 'Short Text', 'Order Quantity', 'Order Unit', 'Net Price', 'Currency'],
        ...workbook.map((one, place) => ['4500012345', (place + 1) * 10, one.number, one.name, one.pieces, 'PC', Number(one.price), 'USD']),
      ]),
      answers: right(workbook),
    },
    {
      dialect: 'SAP',
      file: 'sap-english.txt',
      bytes: utf8(
        [
          ['Item', 'Material', 'Short text', 'Order quantity', 'OUn'].join('\t'),
          ...english.map((one, place) => `${(place + 1) * 10}\t${one.number}\t${one.name}\t${by(',')(one.pieces)}\tPC`),
        ].join('\r\n'),
      ),
      answers: right(english),
    },
    {
      // Three decimal places of 12 pieces look like 12 thousand.
      dialect: 'SAP',
      file: 'sap-decimals.txt',
      bytes: windows1252(
        [
          german.join('\t'),
          ...decimals.map(
            (one, place) => `${(place + 1) * 10}\t${one.number}\t${one.name}\t${(place + 1) * 12},000\tST\t${comma(one.price)}`,
          ),
        ].join('\r\n'),
      ),
      answers: decimals.map(({ isStrange, number }): Answer => [isStrange ? 'unknown' : number, 'asks']),
    },
  ]
}

const languages = [
  ['en', ['Item', 'Part number', 'Description', 'Quantity', 'Unit price'], by(','), (price: string) => price, ',', 'Total'],
  ['de', ['Pos', 'Art.-Nr.', 'Bezeichnung', 'Menge', 'Einzelpreis'], dotted, comma, ';', 'Summe'],
  ['fr', ['N°', 'Référence', 'Désignation', 'Quantité', 'Prix unitaire'], by('\u00a0'), comma, ';', 'Total général'],
  ['es', ['Pos.', 'Referencia', 'Descripción', 'Cantidad', 'Precio'], dotted, comma, ';', 'Total'],
  ['it', ['Pos.', 'Codice', 'Descrizione', 'Quantità', 'Prezzo'], dotted, comma, ';', 'Totale'],
  ['pl', ['Lp.', 'Indeks', 'Nazwa', 'Ilość', 'Cena'], by('\u00a0'), comma, ';', 'Razem'],
] as const

async function excel(): Promise<ListFile[]> {
  const files = languages.map(async ([language, titles, pieces, price, separator, total], place): Promise<ListFile[]> => {
    const [plain, grouped] = [pick(40 + place, 9), pick(50 + place, 9)]
    const rows = plain.map((one, index) => [index + 1, one.number, one.name, pieces(one.pieces), price(one.price)])
    const text = csv([titles, ...rows, ['', '', '', total, '1']], { by: separator })
    const encode = language === 'en' ? utf8WithMark : language === 'pl' ? windows1250 : windows1252
    const [first, second] = [grouped.slice(0, 4), grouped.slice(4)]
    const numbers = (asked: readonly Asked[], from: number) =>
      asked.map((one, index) => [from + index, one.number, one.name, one.pieces, Number(one.price)])
    return [
      { dialect: `Excel`, file: `excel-${language}.csv`, bytes: encode(text), answers: [...right(plain), ['not read', `${total} 1`]] },
      {
        dialect: `Excel`,
        file: `excel-${language}.xlsx`,
        bytes: await xlsx([
          ['TV 2026', null, null, null, null],
          [],
          [...titles],
          [null, 'A', null, null, null],
          ...numbers(first, 1),
          [null, 'B', null, null, null],
          ...numbers(second, 5),
          [],
          [null, total, null, null, 123.45],
        ]),
        answers: [
          ['not read', 'TV 2026'],
          ['not read', 'A'],
          ...right(first),
          ['not read', 'B'],
          ...right(second),
          ['not read', `${total} 123.45`],
        ],
      },
    ]
  })
  return (await Promise.all(files)).flat()
}

async function carts(): Promise<ListFile[]> {
  const [digi, digi2, digi3, mouser, mouser2, mouser3, lcsc, lcsc2, lcsc3] = [60, 61, 62, 63, 64, 65, 66, 67, 68].map((first) =>
    pick(first, 8),
  ) as [Asked[], Asked[], Asked[], Asked[], Asked[], Asked[], Asked[], Asked[], Asked[]] // nine
  const sum = (one: Asked) => (Number(one.price) * one.pieces).toFixed(2)
  const digiTitles = [
    'Index',
    'Quantity',
    'Part Number',
    'Manufacturer Part Number',
    'Description',
    'Customer Reference',
    'Available',
    'Backorder',
    'Unit Price',
    'Extended Price',
  ]
  const digiRow = (one: Asked, place: number) => [
    place + 1,
    one.pieces,
    `${900 + place}-${1_000 + place}-ND`,
    one.number,
    one.name.toUpperCase(),
    '',
    one.pieces,
    0,
    one.price,
    `$${sum(one)}`,
  ]
  const digiTotal = ['', '', '', '', '', '', '', '', 'Subtotal', '$123.45']
  const mouserTitles = [
    'Mouser #',
    'Mfr. #',
    'Manufacturer',
    'Customer #',
    'Description',
    'RoHS',
    'Lifecycle',
    'Order Qty.',
    'Price (USD)',
    'Ext.: (USD)',
  ]
  const mouserRow = (one: Asked, place: number) => [
    `${700 + place}-${one.number}`,
    one.number,
    'Teleforge',
    '',
    one.name,
    'RoHS Compliant',
    '',
    one.pieces,
    `$${one.price}`,
    `$${sum(one)}`,
  ]
  const lcscTitles = [
    'LCSC Part Number',
    'Manufacture Part Number',
    'Manufacturer',
    'Customer NO.',
    'Package',
    'Description',
    'RoHS',
    'Order Qty.',
    'Min\\Mult Order Qty.',
    'Unit Price($)',
    'Order Price($)',
  ]
  const lcscRow = (one: Asked, place: number) => [
    `C${1_000 + place}`,
    one.number,
    'Teleforge',
    '',
    '-',
    one.name,
    'YES',
    one.pieces,
    '1\\1',
    one.price,
    sum(one),
  ]
  return [
    {
      dialect: 'Digi-Key',
      file: 'digikey-cart.csv',
      bytes: utf8WithMark(csv([digiTitles, ...digi.map(digiRow), digiTotal], { quotes: 'all' })),
      answers: [...right(digi), ['not read', 'Subtotal $123.45']],
    },
    { dialect: 'Digi-Key', file: 'digikey-cart.xlsx', bytes: await xlsx([digiTitles, ...digi2.map(digiRow)]), answers: right(digi2) },
    {
      dialect: 'Digi-Key',
      file: 'digikey-list.csv',
      bytes: utf8(
        csv([
          ['Requested Part Number', 'Quantity 1', 'Manufacturer Part Number', 'Customer Reference'],
          ...digi3.map((one) => [one.number, one.pieces, one.number, 'TV']),
        ]),
      ),
      answers: right(digi3),
    },
    { dialect: 'Mouser', file: 'mouser-cart.csv', bytes: utf8(csv([mouserTitles, ...mouser.map(mouserRow)])), answers: right(mouser) },
    {
      dialect: 'Mouser',
      file: 'mouser-cart.xlsx',
      bytes: await xlsx([
        mouserTitles,
        ...mouser2.map(mouserRow),
        [null, null, null, null, null, null, null, null, 'Merchandise Total:', '$123.45'],
      ]),
      answers: [...right(mouser2), ['not read', 'Merchandise Total: $123.45']],
    },
    {
      dialect: 'Mouser',
      file: 'mouser-project.csv',
      bytes: utf8(csv([['Mfr Part Number', 'Quantity 1', 'Description'], ...mouser3.map((one) => [one.number, one.pieces, one.name])])),
      answers: right(mouser3),
    },
    { dialect: 'LCSC', file: 'lcsc-cart.csv', bytes: utf8WithMark(csv([lcscTitles, ...lcsc.map(lcscRow)])), answers: right(lcsc) },
    { dialect: 'LCSC', file: 'lcsc-cart.xlsx', bytes: await xlsx([lcscTitles, ...lcsc2.map(lcscRow)]), answers: right(lcsc2) },
    {
      dialect: 'LCSC',
      file: 'lcsc-bom.csv',
      bytes: utf8(
        csv([
          ['Quantity', 'Manufacture Part Number', 'LCSC Part Number', 'Designator'],
          ...lcsc3.map((one, place) => [one.pieces, one.number, `C${place}`, one.designators]),
        ]),
      ),
      answers: right(lcsc3),
    },
  ]
}

/** Lists of orders: from purchasing, spreadsheets and the carts of other shops. */
export const orderLists = async (): Promise<ListFile[]> => [...(await sap()), ...(await excel()), ...(await carts())]
