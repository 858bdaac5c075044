import type { Formats } from './number-formats.ts'
import { showNumber } from './show-number.ts'
import { ATTRIBUTES, escapeXml } from './xml-tags.ts'

const CELL = new RegExp(String.raw`<((?:\w+:)?)c(?=[\s/>])(${ATTRIBUTES})>(?:((?:[^<]+|<(?!/?(?:\w+:)?c[\s/>]))*)</(?:\w+:)?c>)?`, 'g')
const [PLACE, TYPE, STYLE] = ['r', 't', 's'].map((name) => new RegExp(`\\s${name}=["'](\\w*)["']`)) as [RegExp, RegExp, RegExp]
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?v>/
const FORMULA = /<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>([^<]*))/
const INLINE = /<(?:\w+:)?is[\s>]/
const ROW = new RegExp(String.raw`<(?:\w+:)?row(?=[\s/>])${ATTRIBUTES}>(?:\s*</(?:\w+:)?row>)?`, 'g')

/**
 * A sheet in which each cell has the text that a spreadsheet shows: a number in its format, such as 0004711; an error; a formula
 * without a saved value. Cells and rows that are only formatted are left out. Dates stay unchanged.
 */
export function showCells(xml: string, formats: Formats): string {
  const shown = xml.replace(CELL, (whole, prefix: string, attributes: string, body = '') => {
    const type = TYPE.exec(attributes)?.[1] ?? 'n'
    const value = VALUE.exec(body)?.[1]
    const formula = FORMULA.exec(body)
    const asText = (text: string) =>
      `<${prefix}c r="${PLACE.exec(attributes)?.[1] ?? ''}" t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`
    if (type === 'e') return asText(value || '#N/A')
    if (formula && (value === undefined || (value === '' && type !== 'str'))) return asText(`=${formula[1] ?? ''}`)
    if (!value && !INLINE.test(body)) return ''
    const number = type === 'n' ? showNumber(value ?? '', formats[Number(STYLE.exec(attributes)?.[1] ?? 0)]) : undefined
    return number === undefined ? whole : asText(escapeXml(number))
  })
  return shown.replace(ROW, (row) => (/\/>$|<\//.test(row) ? '' : row))
}

/** Whether a sheet has a cell to show. */
export const hasCells = (shown: string): boolean => /<(?:\w+:)?c[\s/>]/.test(shown)
