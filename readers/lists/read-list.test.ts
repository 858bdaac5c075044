import { expect, test, vi } from 'vitest'
import { findColumns } from './find-columns.ts'
import { readList, type AskShop } from './read-list.ts'
import { readText } from './read-text.ts'

/** A shop that has these parts, and something similar to what has one of their words in it. */
const shop: AskShop = async (texts) =>
  texts.map((text) => (parts.has(text) ? 'matched' : Array.from(parts).some((part) => part.includes(text)) ? 'ambiguous' : 'unknown'))
const parts = new Set([
  'TCB-5512-4K',
  'LED-32-12',
  'T-Con Board 55',
  'Total Control Remote',
  'Dear Remote',
  'Page 2',
  'Capacitor Kit, 30 pcs',
])

/** What was read: lines as 'text | quantity', what is no line in brackets. */
async function rowsOf(text: string, ask = shop): Promise<string[]> {
  const table = readText(text)
  const columns = await findColumns(table.rows, async (texts) => (await shop(texts))!.map((status) => status === 'matched')) // it answers
  const { lines, notRead, blank, header } = await readList(table, columns!, ask) // certain
  const rows = lines.map((line) => `${line.text} | ${line.quantity}`)
  for (const { after, whole } of notRead.toReversed()) rows.splice(after, 0, `[${whole}]`)
  expect(lines.length + notRead.length + blank + header).toBe(text.trimEnd().split('\n').length)
  return rows
}

test('what stands around the lines of a mail is not read, and its text is kept', async () => {
  const mail = `From: Purchasing <a@example.com>
Subject: RFQ 2000
Dear Madam,

we need for May:
- 2000 x TCB-5512-4K
LED-32-12, qty 12000

Please include freight.
Kind regards,
Kim
Phone: 5551234`

  expect(await rowsOf(mail)).toEqual([
    '[From: Purchasing <a@example.com>]',
    '[Subject: RFQ 2000]',
    '[Dear Madam,]',
    '[we need for May:]',
    'TCB-5512-4K | 2000',
    'LED-32-12 | 12000',
    '[Please include freight.]',
    '[Kind regards,]',
    '[Kim]',
    '[Phone: 5551234]',
  ])
})

test.each([
  'Total: 45,000 pcs',
  'Page 1 of 3',
  'Seite 2',
  '----------',
  'On Monday the buyer wrote:',
  '-----Original Message-----',
  'www.example.com',
  'Hallo zusammen,',
  'Merci',
  'Boards',
  'Vielen Dank!',
])('%s is no line', async (row) => {
  expect(await rowsOf(`${row}\nTCB-5512-4K; 2000\nLED-32-12; 1000`)).toEqual([`[${row}]`, 'TCB-5512-4K | 2000', 'LED-32-12 | 1000'])
})

test.each(['Total Control Remote', 'Dear Remote', 'Page 2', 'T-Con Board'])('%s is a line, because the shop knows it', async (row) => {
  expect(await rowsOf(`${row}\nTCB-5512-4K; 2000\nLED-32-12; 1000`)).toContain(`${row} | `)
})

test.each(['Strange Board x 2000', 'XY-778', 'Dear Board 55; 1000', 'Sets of Total Feet, 2000'])(
  '%s is a line, though the shop does not know it',
  async (row) => {
    expect((await rowsOf(`${row}\nTCB-5512-4K; 2000\nLED-32-12; 1000`))[0]).not.toMatch(/^\[/)
  },
)

test('a number at the end of a name is no quantity when the shop has a part of this name', async () => {
  expect(await rowsOf('Capacitor Kit, 30 pcs\nStrange Kit, 30 pcs')).toEqual(['Capacitor Kit, 30 pcs | ', 'Strange Kit | 30 pcs'])
  expect(await rowsOf('Capacitor Kit, 30 pcs\n2000 x Capacitor Kit, 30 pcs\nLED-32-12 x 500')).toEqual([
    'Capacitor Kit, 30 pcs | ',
    'Capacitor Kit, 30 pcs | 2000',
    'LED-32-12 | 500',
  ])
})

test('a list of names alone keeps all of them', async () => {
  expect(await rowsOf('Strange Board\nSome Feet\nT-Con Board 55')).toEqual(['Strange Board | ', 'Some Feet | ', 'T-Con Board 55 | '])
})

test('rows above the header, repeated headers, headings and sums of a table are not read', async () => {
  const list = `Source:;main.sch;
Part;Description;Qty
Boards;;
TCB-5512-4K;Board;2000
Part;Description;Qty
LED-32-12;Strip;1000
;Total;3000`

  expect(await rowsOf(list)).toEqual([
    '[Source: main.sch]',
    '[Boards]',
    'TCB-5512-4K | 2000',
    '[Part Description Qty]',
    'LED-32-12 | 1000',
    '[Total 3000]',
  ])
})

test('a row without its part is a line when the shop knows another cell of it', async () => {
  const list = 'Number;Text;Maker;Qty\nTCB-5512-4K;a board;A;2000\nLED-32-12;a strip;B;1000\n;;T-Con Board 55;500'
  expect(await rowsOf(list)).toEqual(['TCB-5512-4K | 2000', 'LED-32-12 | 1000', 'T-Con Board 55 | 500'])
})

test('every row is a line while the shop cannot be asked, and the shop is not asked without need', async () => {
  expect(await rowsOf('Dear Madam,\nTCB-5512-4K; 2000', async () => undefined)).toEqual(['Dear Madam, | ', 'TCB-5512-4K | 2000'])
  const ask = vi.fn<AskShop>()
  await rowsOf('TCB-5512-4K; 2000', ask)
  expect(ask).not.toHaveBeenCalled()
})

test('a number in front of words is pieces where the shop knows the rest as a part, or all lines of a list are written so', async () => {
  expect(await rowsOf('5000 T-Con Board 55\n10115 Berlin')).toEqual(['T-Con Board 55 | 5000', '10115 Berlin | '])
  expect(await rowsOf('5000 Dear Remote\n2000 TCB-5512-4K\n3,000 power supply')).toEqual([
    'Dear Remote | 5000',
    'TCB-5512-4K | 2000',
    'power supply | 3,000',
  ])
  expect(await rowsOf('5000 power supply\n3000 remote')).toEqual(['5000 power supply | ', '3000 remote | '])
  expect(await rowsOf('2000 TCB-5512-4K\n3000 LED-32-12\nKim, Weg 1\n10115 Berlin')).toContain('10115 Berlin | ')
})
