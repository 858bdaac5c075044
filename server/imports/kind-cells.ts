import type { Attribute, Category } from '#contract/parts/categories.ts'
import { decimalText } from '#contract/basics/csv.ts'
import { NOTHING } from '#contract/parts/imports.ts'

/** 'Boards > Main boards'; empty for a category that is not there. */
export function categoryPath(categories: readonly Category[], id: string | null): string {
  const category = categories.find(({ _id }) => _id === id)
  if (!category) return ''
  return category.parent === null ? category.name : `${categoryPath(categories, category.parent)} > ${category.name}`
}

export const categoryCell = (categories: readonly Category[], id: string | null): string => categoryPath(categories, id) || NOTHING

/** 'Panel size: 55; Voltage: 12', in the order of the shop. */
export function attributesCell(known: readonly Attribute[], values: Readonly<Record<string, string>>): string {
  const given = known.flatMap(({ key, name, kind }) => {
    const value = values[key]
    return value === undefined ? [] : [`${name}: ${kind === 'number' ? decimalText(Number(value)) : value}`]
  })
  return given.length === 0 ? NOTHING : given.join('; ')
}
