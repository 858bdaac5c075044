import { importTitles } from '#contract/parts/imports.ts'
import { plainTitle } from './part-titles.ts'

/** Columns of the rows that Shopify writes for the second and further pictures of a product, besides those of its variants. */
const HANDLE = /^(?:url)?handle$/
const PICTURE = /^(?:imagesrc|productimageurl)$/
const TEXT = /^imagealttext$/
const POSITION = /^imageposition$/

/** Rows that have nothing but a picture of the product above become its further pictures; other files stay as they are. */
export function foldPictureRows(rows: string[][]): string[][] {
  const [head = [], ...body] = rows
  const titles = head.map(plainTitle)
  const placeOf = (title: RegExp) => titles.findIndex((one) => title.test(one))
  const [handle, picture, text] = [placeOf(HANDLE), placeOf(PICTURE), placeOf(TEXT)]
  if (handle < 0 || picture < 0 || placeOf(POSITION) < 0) return rows

  const ofPicture = new Set([handle, picture, text, placeOf(POSITION)])
  const pictures = new Map<string[], string[]>()
  let product: string[] | undefined
  for (const row of body) {
    const address = row[picture] ?? ''
    const isPicture = address !== '' && row.every((cell, place) => cell === '' || ofPicture.has(place))
    const more = product && product[handle] === row[handle] ? pictures.get(product) : undefined
    if (isPicture && more) more.push(`${address} ${(row[text] ?? '').replaceAll(/\s+/g, ' ')}`.trim())
    else pictures.set(row, [])
    if (!more) product = row
  }
  if (pictures.size === body.length) return rows
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0)
  const wide = (row: string[]) => [...row, ...Array.from({ length: width - row.length }, () => '')]
  return [[...wide(head), importTitles.pictures], ...Array.from(pictures, ([row, lines]) => [...wide(row), lines.join('\n')])]
}
