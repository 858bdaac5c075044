import type { Attribute, Category, PartKinds } from '#contract/parts/categories.ts'
import { decimalText, type Cell } from '#contract/basics/csv.ts'
import { NOTHING } from '#contract/parts/imports.ts'
import { partFields, type ImportField, type PartFieldKind } from '#contract/parts/part-fields.ts'
import type { PriceBreakRow } from '#database/tables/parts.ts'

/** 'Boards > Main boards'; empty for a category that is not there. */
export function categoryPath(categories: readonly Category[], id: string | null): string {
  const category = categories.find(({ _id }) => _id === id)
  if (!category) return ''
  return category.parent === null ? category.name : `${categoryPath(categories, category.parent)} > ${category.name}`
}

/** 'Panel size: 55; Voltage: 12', in the order of the shop. */
function attributesCell(known: readonly Attribute[], values: Readonly<Record<string, string>>): string {
  const given = known.flatMap(({ key, name, kind }) => {
    const value = values[key]
    return value === undefined ? [] : [`${name}: ${kind === 'number' ? decimalText(Number(value)) : value}`]
  })
  return given.join('; ')
}

const ladderCell = (steps: PriceBreakRow[]) => steps.map(({ from, price }) => `${from}: ${decimalText(Number(price))}`).join('; ')

const writers: Partial<Record<PartFieldKind, (value: never, kinds: PartKinds) => string>> = {
  category: (id: string | null, { categories }) => categoryPath(categories, id),
  attributes: (values: Record<string, string>, { attributes }) => attributesCell(attributes, values),
  ladder: ladderCell,
  smallLadder: (steps: PriceBreakRow[] | null) => ladderCell(steps ?? []),
  /** One on each line, its address and then its text. */
  pictures: (pictures: [img: string, alt: string][]) => pictures.map(([img, alt]) => `${img} ${alt}`.trim()).join('\n'),
  /** One on each line. Characters that separate numbers in a cell have no meaning within one. */
  numbers: (numbers: string[]) => numbers.map((number) => number.replace(/[;\s]+/g, ' ')).join('\n'),
}

/** A value in the form of `part_values` as a cell. */
export const cellOf = (field: ImportField, value: unknown, kinds: PartKinds): string =>
  String(writers[partFields[field].kind]?.(value as never, kinds) ?? value ?? '') || NOTHING

/** The same in a file that the shop writes, with numbers that a spreadsheet counts with. */
export function fileCellOf(field: ImportField, value: unknown, kinds: PartKinds): Cell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const { kind } = partFields[field]
  return value !== null && (kind === 'whole' || kind === 'price' || kind === 'dollars' || kind === 'grams')
    ? Number(value)
    : cellOf(field, value, kinds)
}
