import type { PartKinds } from '#contract/parts/categories.ts'
import type { ImportCells, ImportField, ImportProblem, ImportProblemCode } from '#contract/parts/imports.ts'
import {
  MAXIMUM_LEAD_DAYS,
  MAXIMUM_PICTURES,
  MAXIMUM_PRICE_BREAKS,
  MAXIMUM_PRICE_DOLLARS,
  MAXIMUM_RELATED,
  MAXIMUM_STOCK,
  MINIMUM_ORDER,
  PART_MEDIA_LIMITS,
  TEXT_LIMITS,
} from '#contract/basics/limits.ts'
import { parseUnitPrice, unitPriceToDecimal, unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import type { PriceBreakRow } from '#database/tables/parts.ts'
import { countryOf } from '#readers/values/country.ts'
import { readValue, WrongValue } from '../categories/read-attributes.ts'
import { categoryPath } from './kind-cells.ts'

/** Values of a row in the form of `part_values`, and the errors in its cells alone. */
export type ReadRow = { fields: Record<string, unknown>; problems: ImportProblem[] }

class Unread extends Error {
  readonly problem: ImportProblemCode

  constructor(problem: ImportProblemCode) {
    super(problem)
    this.name = 'Unread'
    this.problem = problem
  }
}

/** Reads the cells of a row; empty ones have no value. @param kinds categories and attributes that cells can name */
export function readCells(cells: ImportCells, kinds: PartKinds): ReadRow {
  const read: ReadRow = { fields: {}, problems: [] }
  for (const [field, cell] of Object.entries(cells) as [ImportField, string][]) {
    const typed = cell.trim()
    if (typed === '') continue
    try {
      read.fields[field] = readers[field](typed, kinds)
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      read.problems.push({ field, problem: error.problem })
    }
  }
  return read
}

const readers: Record<ImportField, (typed: string, kinds: PartKinds) => unknown> = {
  partNumber: (typed) => atMost(typed, TEXT_LIMITS.partNumber, 'number', /[\p{L}\p{N}]/u.test(typed)),
  name: (typed) => atMost(typed, TEXT_LIMITS.partName, 'nameLength'),
  description: (typed) => atMost(typed, TEXT_LIMITS.description, 'descriptionLength'),
  price: (typed) => unitPriceToDecimal(readPrice(typed, 'price')),
  priceBreaks: readLadder,
  leadDays: (typed) => readWhole(typed, MAXIMUM_LEAD_DAYS, 'leadDays'),
  available: (typed) => readWhole(typed, MAXIMUM_STOCK, 'available'),
  img: (typed) => atMost(typed, TEXT_LIMITS.imageUrl, 'picture'),
  pictureText: (typed) => (isNothing(typed) ? null : atMost(onOneLine(typed), PART_MEDIA_LIMITS.alt, 'pictureText')),
  pictures: (typed) => (isNothing(typed) ? [] : readPictures(typed)),
  substitutes: (typed) => (isNothing(typed) ? [] : readNumbers(typed)),
  accessories: (typed) => (isNothing(typed) ? [] : readNumbers(typed)),
  category: (typed, { categories }) => (isNothing(typed) ? null : readCategory(typed, categories)),
  attributes: (typed, { attributes }) => (isNothing(typed) ? {} : readValues(typed, attributes)),
  weight: (typed) => (isNothing(typed) ? null : readWeight(typed)),
  origin: (typed) => (isNothing(typed) ? null : readOrigin(typed)),
  minimumOrder: (typed) => (isNothing(typed) ? null : readFrom(1, typed, 'minimumOrder')),
  orderStep: (typed) => (isNothing(typed) ? null : readFrom(1, typed, 'orderStep')),
  lowStockBelow: (typed) => (isNothing(typed) ? null : readWhole(typed, MAXIMUM_STOCK, 'lowStockBelow')),
  removed: readYes,
  customsCode: (typed) => (isNothing(typed) ? null : readCustomsCode(typed)),
}

function readYes(typed: string): boolean {
  if (/^(?:yes|y|true|1|ja|x)$/i.test(typed)) return true
  if (/^(?:no|n|false|0|nein|[-–—])$/i.test(typed)) return false
  throw new Unread('removed')
}

const isNothing = (typed: string) => /^[-–—]$/.test(typed)

function atMost(typed: string, most: number, problem: ImportProblemCode, isValid = true): string {
  if (typed.length > most || !isValid) throw new Unread(problem)
  return typed
}

/** Groups of three digits after commas, as in 12,500. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?=\.|$)/
const withoutGroups = (typed: string) => typed.replace(GROUPED, (digits) => digits.replaceAll(',', ''))

function readPrice(typed: string, problem: ImportProblemCode): UnitPrice {
  const price = parseUnitPrice(withoutGroups(typed.replace(/^\$\s*|\s*(?:\$|USD)$/gi, '')))
  if (price === undefined || unitPriceToDollars(price) > MAXIMUM_PRICE_DOLLARS) throw new Unread(problem)
  return price
}

function readWhole(typed: string, most: number, problem: ImportProblemCode): number {
  const digits = withoutGroups(typed).replace(/\.0+$/, '')
  if (!/^\d{1,15}$/.test(digits) || Number(digits) > most) throw new Unread(problem)
  return Number(digits)
}

/** '5000: 2.40; 10000: 2.10'; '-' is none. */
function readLadder(typed: string): PriceBreakRow[] {
  if (isNothing(typed)) return []
  let before = MINIMUM_ORDER
  const steps = typed.split(';').map((step) => {
    const [from = '', price = '', ...more] = step.split(':').map((word) => word.trim())
    const pieces = readWhole(from, MAXIMUM_STOCK, 'ladder')
    if (more.length > 0 || pieces <= before) throw new Unread('ladder')
    before = pieces
    return { from: pieces, price: readPrice(price, 'ladder') }
  })
  const falls = steps.every(({ price }, index) => index === 0 || price < steps[index - 1]!.price)
  if (!falls || steps.length > MAXIMUM_PRICE_BREAKS) throw new Unread('ladder')
  return steps.map(({ from, price }) => ({ from, price: unitPriceToDecimal(price) }))
}

const onOneLine = (typed: string) => typed.replace(/\s+/g, ' ').trim()
const plain = (typed: string) => onOneLine(typed).toLowerCase()

/** On each line the address of a picture and its text, which may be missing. */
function readPictures(typed: string): [img: string, alt: string][] {
  const pictures = linesOf(typed, /\n/).map((line): [string, string] => {
    const [img = '', ...words] = line.split(/\s+/)
    return [atMost(img, TEXT_LIMITS.imageUrl, 'pictures'), atMost(words.join(' '), PART_MEDIA_LIMITS.alt, 'pictureText')]
  })
  if (pictures.length >= MAXIMUM_PICTURES || new Set(pictures.map(([img]) => img)).size < pictures.length) throw new Unread('pictures')
  return pictures
}

function readNumbers(typed: string): string[] {
  const numbers = linesOf(typed, /[\n;]/)
  if (numbers.length > MAXIMUM_RELATED) throw new Unread('relatedMany')
  return numbers.map((number) => atMost(number, TEXT_LIMITS.partNumber, 'related', /[\p{L}\p{N}]/u.test(number)))
}

const linesOf = (typed: string, separator: RegExp) =>
  typed
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** 'Boards > Main boards', in any case; the last name alone where only one category has it. */
function readCategory(typed: string, categories: PartKinds['categories']): string {
  const asked = typed.split('>').map(plain).join(' > ')
  const exact = categories.find(({ _id }) => plain(categoryPath(categories, _id)) === asked)
  const named = categories.filter(({ name }) => plain(name) === asked)
  const found = exact ?? (named.length === 1 ? named[0] : undefined)
  if (!found) throw new Unread('category')
  return found._id
}

/** 'Panel size: 55; Voltage: 12 V', by names or keys. */
function readValues(typed: string, known: PartKinds['attributes']): Record<string, string> {
  const values: Record<string, string> = {}
  for (const pair of typed.split(';')) {
    if (pair.trim() === '') continue
    const [name = '', ...rest] = pair.split(':')
    const attribute = known.find((one) => plain(one.name) === plain(name) || one.key === plain(name))
    if (!attribute || values[attribute.key] !== undefined) throw new Unread('attributes')
    try {
      values[attribute.key] = readValue(attribute, rest.join(':'))
    } catch (error) {
      throw error instanceof WrongValue ? new Unread('attributes') : error
    }
    if (values[attribute.key] === '') throw new Unread('attributes')
  }
  return values
}

function readFrom(least: number, typed: string, problem: ImportProblemCode): number {
  const pieces = readWhole(typed, MAXIMUM_STOCK, problem)
  if (pieces < least) throw new Unread(problem)
  return pieces
}

function readWeight(typed: string): string {
  const grams = withoutGroups(typed.replace(/\s*g$/i, ''))
  if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(grams) || Number(grams) === 0) throw new Unread('weight')
  return String(Number(grams))
}

function readOrigin(typed: string): string {
  const code = countryOf(typed)
  if (!code) throw new Unread('origin')
  return code
}

function readCustomsCode(typed: string): string {
  const digits = typed.replace(/[\s.]/g, '')
  if (!/^\d{6,10}$/.test(digits)) throw new Unread('customsCode')
  return digits
}
