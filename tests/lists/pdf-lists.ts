import { openSheet } from './pdf-page.ts'
import { pick, right, type Answer, type Asked, type ListFile } from './right-answers.ts'

const grouped = (pieces: number, separator: string) => String(pieces).replace(/\B(?=(\d{3})+$)/g, separator)
const comma = (price: string) => price.replace('.', ',')
const sum = (one: Asked) => (Number(one.price) * one.pieces).toFixed(2)
const notRead = (...texts: string[]): Answer[] => texts.map((text) => ['not read', text])
const file = (name: string, bytes: Uint8Array, answers: Answer[]): ListFile => ({ dialect: 'PDF', file: name, bytes, answers })

/** As SAP prints orders: an item has two lines, and texts with labels below them. */
async function sap(): Promise<ListFile> {
  const asked = pick(70, 9)
  const sheet = openSheet()
  const head = [
    'Bestellung',
    'Bestellnummer/Datum',
    '4500012345 / 12.03.2026',
    'Ihre Lieferantennummer bei uns: 100234',
    'Lieferdatum: Tag 12.05.2026',
  ]
  const answers: Answer[] = notRead(...head)
  for (const [place, text] of head.entries()) sheet.line(40 + place * 14, [{ text, left: 320 }])
  const titles = (y: number) => {
    sheet.line(y, [
      { text: 'Pos.', left: 40 },
      { text: 'Material', left: 75 },
      { text: 'Bezeichnung', left: 200 },
    ])
    sheet.line(y + 12, [
      { text: 'Bestellmenge', left: 75 },
      { text: 'Einheit', left: 150 },
      { text: 'Preis pro Einheit', left: 260 },
      { text: 'Nettowert', right: 550 },
    ])
  }
  titles(140)
  let y = 172
  for (const [place, one] of asked.entries()) {
    if (place === 6) {
      sheet.line(800, [{ text: 'Seite 1 / 2', right: 550 }])
      sheet.turnPage()
      sheet.line(40, [
        { text: 'Bestellnummer/Datum', left: 40 },
        { text: 'Seite', right: 550 },
      ])
      sheet.line(54, [
        { text: '4500012345 / 12.03.2026', left: 40 },
        { text: '2 / 2', right: 550 },
      ])
      answers.push(...notRead('Seite 1 / 2', 'Bestellnummer/Datum Seite', '4500012345 / 12.03.2026 2 / 2'))
      titles(80)
      y = 112
    }
    sheet.line(y, [
      { text: String((place + 1) * 10).padStart(5, '0'), left: 40 },
      { text: one.number, left: 75 },
      { text: one.name, left: 200 },
    ])
    sheet.line(y + 12, [
      { text: `${grouped(one.pieces, '.')},000`, right: 130 },
      { text: 'Stück', left: 150 },
      { text: `${comma(one.price)} / 1 ST`, left: 260 },
      { text: grouped(Math.round(Number(sum(one))), '.') + ',00', right: 550 },
    ])
    sheet.line(y + 24, [{ text: `Unsere Materialnummer: ${880_000 + place}`, left: 75 }])
    y += 50
  }
  sheet.line(y + 10, [
    { text: 'Gesamtnettowert ohne Mehrwertsteuer EUR', left: 75 },
    { text: '123.456,00', right: 550 },
  ])
  sheet.line(y + 40, [
    { text: 'Es gelten unsere Einkaufsbedingungen, die Sie auf unserer Seite im Netz finden oder von uns erhalten.', left: 40 },
  ])
  answers.push(
    ...right(asked),
    ...notRead(
      'Gesamtnettowert ohne Mehrwertsteuer EUR 123.456,00',
      'Es gelten unsere Einkaufsbedingungen, die Sie auf unserer Seite im Netz finden oder von uns erhalten.',
    ),
  )
  return file('pdf-sap.pdf', await sheet.bytes(), answers)
}

/** A letter after DIN 5008 with a table, sums, and a footer of three columns. */
async function german(): Promise<ListFile> {
  const asked = pick(71, 10)
  const sheet = openSheet()
  const answers: Answer[] = []
  const say = (y: number, ...cells: { text: string; left?: number; right?: number }[]) => {
    sheet.line(y, cells)
    answers.push(...notRead(cells.map(({ text }) => text).join(' ')))
  }
  say(60, { text: 'Beispiel Anzeigen GmbH', left: 60 }, { text: 'Bestell-Nr.: B-2026-0815', left: 360 })
  say(74, { text: 'Musterstraße 1', left: 60 }, { text: 'Datum: 12.03.2026', left: 360 })
  say(88, { text: '53113 Bonn', left: 60 }, { text: 'Kundennummer: 4711', left: 360 })
  say(150, { text: 'Bestellung', left: 60 })
  say(174, { text: 'Sehr geehrte Damen und Herren,', left: 60 })
  say(188, { text: 'wir bestellen zu Ihren Bedingungen:', left: 60 })
  const titles = ['Pos.', 'Art.-Nr.', 'Bezeichnung', 'Menge', 'ME', 'Einzelpreis', 'Gesamtpreis']
  sheet.line(214, [
    { text: titles[0]!, left: 60 }, { text: titles[1]!, left: 90 }, { text: titles[2]!, left: 180 },
    { text: titles[3]!, right: 390 }, { text: titles[4]!, left: 400 }, { text: titles[5]!, right: 470 }, { text: titles[6]!, right: 545 },
  ], { font: 'Helvetica-Bold' }) // prettier-ignore
  sheet.line(
    224,
    [
      { text: 'EUR', right: 470 },
      { text: 'EUR', right: 545 },
    ],
    { size: 8 },
  )
  for (const [place, one] of asked.entries()) {
    sheet.line(244 + place * 18, [
      { text: place + 1, left: 60 },
      { text: one.number, left: 90 },
      { text: one.name, left: 180 },
      { text: grouped(one.pieces, '.'), right: 390 },
      { text: 'Stk', left: 400 },
      { text: comma(one.price), right: 470 },
      { text: comma(sum(one)), right: 545 },
    ])
  }
  say(440, { text: 'Zwischensumme', left: 360 }, { text: '100.000,00', right: 545 })
  say(454, { text: 'MwSt. 19 %', left: 360 }, { text: '19.000,00', right: 545 })
  say(468, { text: 'Gesamtbetrag', left: 360 }, { text: '119.000,00', right: 545 })
  say(500, { text: 'Lieferung bis zum 12.05.2026 frei Haus. Bitte bestätigen Sie den Auftrag.', left: 60 })
  say(524, { text: 'Mit freundlichen Grüßen', left: 60 })
  say(
    780,
    { text: 'Geschäftsführer: A. Muster', left: 60 },
    { text: 'Musterbank Bonn', left: 240 },
    { text: 'USt-IdNr. DE123456789', left: 400 },
  )
  say(
    791,
    { text: 'HRB 1234 Bonn', left: 60 },
    { text: 'IBAN DE02 1203 0000 0000 2020 51', left: 240 },
    { text: 'Seite 1 von 1', left: 400 },
  )
  return file('pdf-bestellung.pdf', await sheet.bytes(), [...right(asked), ...answers])
}

/** Descriptions that wrap, beside cells of one line at the top of their row. */
async function wrapped(): Promise<ListFile> {
  const asked = pick(72, 9)
  const sheet = openSheet()
  const answers = notRead('PURCHASE ORDER PO-2026-118', 'Ship to: Dock 4, 20457 Hamburg', 'Subtotal $45,000.00', 'Page 1 of 1')
  sheet.line(
    40,
    [
      { text: 'PURCHASE ORDER', left: 40 },
      { text: 'PO-2026-118', right: 550 },
    ],
    { size: 14 },
  )
  sheet.line(80, [{ text: 'Ship to: Dock 4, 20457 Hamburg', left: 40 }])
  sheet.line(120, [
    { text: 'Item', left: 40 }, { text: 'Part No.', left: 75 }, { text: 'Description', left: 170 },
    { text: 'Qty', right: 400 }, { text: 'Unit Price', right: 470 }, { text: 'Amount', right: 550 },
  ]) // prettier-ignore
  let y = 140
  for (const [place, one] of asked.entries()) {
    const cells = [
      { text: place + 1, left: 40 },
      { text: one.number, left: 75 },
      { text: grouped(one.pieces, ','), right: 400 },
    ]
    sheet.line(y, [...cells, { text: `$${one.price}`, right: 470 }, { text: `$${sum(one)}`, right: 550 }])
    const words = `${one.name}, packed in trays of 50 pieces, with certificate of conformity and date code of this year`
    y += sheet.line(y, [{ text: words, left: 170, width: 150 }]) + 8
  }
  sheet.line(y + 6, [
    { text: 'Subtotal', right: 470 },
    { text: '$45,000.00', right: 550 },
  ])
  sheet.line(800, [{ text: 'Page 1 of 1', centre: 300 }])
  return file('pdf-wrapped.pdf', await sheet.bytes(), [...right(asked), ...answers])
}

/** A bill of materials over three pages with its titles on each; places on the board wrap, and cells are centred in their rows. */
async function board(): Promise<ListFile> {
  const asked = pick(73, 60, 'board')
  const sheet = openSheet({ landscape: true })
  const answers: Answer[] = []
  for (const page of [0, 1, 2]) {
    if (page > 0) sheet.turnPage()
    sheet.line(30, [{ text: 'Bill of Materials TV-Main Rev. C', left: 40 }])
    sheet.line(
      60,
      [
        { text: 'Line', left: 40 },
        { text: 'Designator', left: 80 },
        { text: 'Quantity', centre: 330 },
        { text: 'Manufacturer Part Number', left: 380 },
        { text: 'Description', left: 560 },
      ],
      {
        font: 'Helvetica-Bold',
      },
    )
    for (const [place, one] of asked.slice(page * 20, page * 20 + 20).entries()) {
      const y = 80 + place * 23
      const two = one.designators.length > 40
      const middle = two ? y + 5 : y
      sheet.line(y, [{ text: one.designators.replaceAll(',', ', '), left: 80, width: 200 }], { size: 8 })
      sheet.line(middle, [
        { text: page * 20 + place + 1, left: 40 },
        { text: one.pieces, centre: 330 },
        { text: one.number, left: 380 },
        { text: one.name, left: 560 },
      ])
    }
    sheet.line(565, [{ text: `Page ${page + 1} of 3`, right: 800 }])
    answers.push(...notRead('Bill of Materials TV-Main Rev. C', `Page ${page + 1} of 3`))
  }
  return file('pdf-board.pdf', await sheet.bytes(), [...right(asked), ...answers])
}

/** Narrow columns with thousands separators at the right; titles of two lines. */
async function narrow(): Promise<ListFile> {
  const asked = pick(74, 12)
  const sheet = openSheet()
  sheet.line(40, [{ text: 'Order 2026/77 of 12 March 2026', left: 40 }], { size: 12 })
  sheet.line(
    80,
    [
      { text: 'Part', left: 40 },
      { text: 'Order', right: 200 },
      { text: 'Unit', left: 208 },
      { text: 'Description', left: 235 },
    ],
    { font: 'Helvetica-Bold' },
  )
  sheet.line(
    91,
    [
      { text: 'number', left: 40 },
      { text: 'quantity', right: 200 },
    ],
    { font: 'Helvetica-Bold' },
  )
  for (const [place, one] of asked.entries()) {
    sheet.line(110 + place * 12, [
      { text: one.number, left: 40 },
      { text: grouped(one.pieces * 10, ','), right: 200 },
      { text: 'pcs', left: 208 },
      { text: one.name, left: 235 },
    ])
  }
  sheet.line(270, [
    { text: 'Total', left: 40 },
    { text: '999,000', right: 200 },
  ])
  sheet.line(300, [
    { text: 'Deliver in 3 parts, the first of 2,000 pcs by 15 April, and invoice each part when it has been sent.', left: 40 },
  ])
  return file('pdf-narrow.pdf', await sheet.bytes(), [
    ...notRead('Order 2026/77 of 12 March 2026'),
    ...right(asked.map((one) => ({ ...one, pieces: one.pieces * 10 }))),
    ...notRead('Total 999,000', 'Deliver in 3 parts, the first of 2,000 pcs by 15 April, and invoice each part when it has been sent.'),
  ])
}

/** The buyer's number beside that of the manufacturer. */
async function twoNumbers(): Promise<ListFile> {
  const asked = pick(75, 8)
  const sheet = openSheet()
  sheet.line(40, [{ text: 'Purchase Order 4500098765', left: 40 }], { size: 12 })
  sheet.line(80, [
    { text: 'Line', left: 40 },
    { text: 'Our Part No.', left: 70 },
    { text: 'Manufacturer Part No.', left: 150 },
    { text: 'Rev', left: 270 },
    { text: 'Description', left: 300 },
    { text: 'Quantity', right: 500 },
    { text: 'UoM', left: 510 },
  ])
  for (const [place, one] of asked.entries()) {
    sheet.line(100 + place * 16, [
      { text: place + 1, left: 40 }, { text: `${470 + place}-0${place}`, left: 70 }, { text: one.number, left: 150 }, { text: 'A', left: 270 },
      { text: one.name, left: 300 }, { text: grouped(one.pieces, ','), right: 500 }, { text: 'EA', left: 510 },
    ]) // prettier-ignore
  }
  sheet.line(260, [{ text: 'Terms of payment: 30 days net', left: 40 }])
  return file('pdf-two-numbers.pdf', await sheet.bytes(), [
    ...notRead('Purchase Order 4500098765'),
    ...right(asked),
    ...notRead('Terms of payment: 30 days net'),
  ])
}

/** The manufacturer's number below the buyer's, with a label. */
async function numberBelow(): Promise<ListFile> {
  const asked = pick(76, 8)
  const sheet = openSheet()
  sheet.line(40, [{ text: 'Purchase Order 4500011111', left: 40 }], { size: 12 })
  sheet.line(80, [
    { text: 'Item', left: 40 },
    { text: 'Material', left: 80 },
    { text: 'Description', left: 170 },
    { text: 'Order Qty', right: 430 },
    { text: 'Unit', left: 440 },
  ])
  for (const [place, one] of asked.entries()) {
    const y = 100 + place * 42
    sheet.line(y, [
      { text: (place + 1) * 10, left: 40 },
      { text: 60_001_200 + place, left: 80 },
      { text: one.name.toUpperCase().slice(0, 12), left: 170 },
      { text: grouped(one.pieces, ','), right: 430 },
      { text: 'PC', left: 440 },
    ])
    sheet.line(y + 11, [{ text: `Mfr. part no.: ${one.number}`, left: 170 }])
    sheet.line(y + 22, [{ text: 'Delivery date: 12 May 2026', left: 170 }])
  }
  return file('pdf-number-below.pdf', await sheet.bytes(), [...notRead('Purchase Order 4500011111'), ...right(asked)])
}

/** A printed list without titles, in a typeface of equal widths. */
async function withoutTitles(): Promise<ListFile> {
  const asked = pick(77, 10)
  const sheet = openSheet()
  for (const [place, one] of asked.entries()) {
    sheet.line(60 + place * 12, [{ text: `${one.number.padEnd(28)}${String(one.pieces).padStart(8)}`, left: 40 }], { font: 'Courier' })
  }
  return file('pdf-without-titles.pdf', await sheet.bytes(), right(asked))
}

/** Orders and bills of materials as PDF, after the forms of the programs that print them. */
export const pdfLists = async (): Promise<ListFile[]> =>
  Promise.all([sap(), german(), wrapped(), board(), narrow(), twoNumbers(), numberBelow(), withoutTitles()])
