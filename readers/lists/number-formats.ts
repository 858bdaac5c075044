import { attributeOf, tagsOf } from './xml-tags.ts'

/** The code of the number format of each style of cells; undefined for the usual one, and for those that depend on the country. */
export type Formats = readonly (string | undefined)[]

/** Formats that a workbook need not spell out. Dates, times and currencies are left to the reader of the workbook. */
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  48: '##0.0E+0',
}

/** Reads `styles.xml`. */
export function formatsOf(styles: string): Formats {
  const own = new Map(tagsOf(styles, 'numFmt').map((tag) => [Number(attributeOf(tag, 'numFmtId')), attributeOf(tag, 'formatCode')]))
  const [, cells = ''] = /<(?:\w+:)?cellXfs[\s>]([^]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  return tagsOf(cells, 'xf').map((tag) => {
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0)
    return own.get(id) ?? BUILT_IN[id]
  })
}
