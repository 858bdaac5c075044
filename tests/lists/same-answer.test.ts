import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import type { Part } from '#contract/parts/parts.ts'
import { readFile } from '#readers/lists/read-file.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { readAsScreen } from './read-as-screen.ts'

const inTree = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))
const files = (JSON.parse(inTree('files/answers.json').toString()) as { file: string }[]).map(({ file }) => file)
const catalogue = JSON.parse(inTree('../../catalogue/parts.json').toString()) as Partial<Part>[]

const shop = await openShop()
for (const { name, partNumber, price } of catalogue) await shop.addPart({ name: name!, partNumber: partNumber!, price: price! }) // sample parts have them

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text))

/** A number in a workbook is a number, if it is written as one. */
const cellOf = (text: string) => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? { value: Number(text) } : { value: text })

// Of a document, places of words say more than its rows.
test.each(files.filter((file) => !file.endsWith('.pdf')))('%s gets the same answer pasted, as CSV and as a workbook', async (file) => {
  const { rows } = await readFile(Uint8Array.from(inTree(`files/${file}`)))
  const width = Math.max(...rows.map(({ length }) => length))
  // A row that is pasted or saved has all of its columns, and a cell has no end of a line.
  const table = rows.map((row) => Array.from({ length: width }, (_, column) => (row[column] ?? '').replaceAll(/[\r\n\t]+/g, ' ').trim()))
  const written = {
    pasted: bytes(table.map((row) => row.join('\t')).join('\n')),
    'as CSV': bytes(Papa.unparse(table, { newline: '\r\n' })),
    'as CSV of other countries': bytes(`\ufeff${Papa.unparse(table, { delimiter: ';', newline: '\r\n' })}`),
    'with every cell in quotation marks': bytes(Papa.unparse(table, { quotes: true })),
    'as a workbook': new Uint8Array(await writeExcelFile(table.map((row) => row.map(cellOf))).toBuffer()),
  }

  const answers = await Promise.all(Object.values(written).map((list) => readAsScreen(shop.visitor, list)))

  for (const [place, way] of Object.keys(written).entries()) expect(answers[place], way).toEqual(answers[0])
  expect(answers[0]?.lines.length).toBeGreaterThan(0)
})
