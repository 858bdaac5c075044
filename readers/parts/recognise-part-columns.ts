import { importFields, importTitles, type ImportField } from '#contract/parts/imports.ts'

/** The field of each column of a file; undefined for one that is not imported. */
export type PartColumns = { header: boolean; fields: (ImportField | undefined)[] }

const LOOKED_AT = 200
/** Share of the cells of a column that must look alike. */
const MOSTLY = 0.8

const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\d]+/gu, '')

const titles: Record<ImportField, RegExp> = {
  partNumber:
    /^(?:(?:our|manufacturer|mfr|item|part|article|material|product)?(?:part)?(?:no|nr|number|code|id)|pn|mpn|sku|artikelnummer|artikelnr|teilenummer)$/,
  name: /^(?:part|item|product|article)?(?:name|title|bezeichnung|benennung)$/,
  description: /^(?:(?:long|part|item|product)?(?:description|text|details)|beschreibung)$/,
  price: /^(?:(?:unit|list|base|piece)?price(?:usd|perpiece|each|eur)?|cost|preis|stückpreis|einzelpreis)$/,
  priceBreaks: /^(?:price|quantity|volume)?(?:breaks?|ladder|tiers?|staffel(?:preise)?)$/,
  leadDays: /^(?:lead(?:time|days)?(?:days|workingdays)?|delivery(?:time|days)|lieferzeit)$/,
  available: /^(?:(?:on)?(?:stock|hand|inventory)|in?stock|available|availability|qty|quantity|pieces|bestand|lager(?:bestand)?|menge)$/,
  img: /^(?:img|image|picture|photo|bild)(?:url|file|name|filename|address)?$/,
  pictureText: /^(?:img|image|picture|photo|bild)(?:text|alt|alttext|caption|beschreibung)$|^alttext$/,
  pictures: /^(?:further|more|other|additional|weitere)(?:images|pictures|photos|bilder)$/,
  substitutes: /^(?:substitutes?|alternatives?|replacements?|ersatz(?:teile)?|alternativen)$/,
  accessories: /^(?:accessory|accessories|zubehör)$/,
  category: /^(?:product|part)?(?:category|categories|group|kategorie|warengruppe)$/,
  attributes: /^(?:attributes|parameters|properties|specs|specifications|merkmale)$/,
  weight: /^(?:unit|net|piece)?(?:weight|gewicht)(?:g|grams|perpiece)?$/,
  origin: /^(?:country(?:oforigin)?|origin|coo|ursprungsland|herkunft)$/,
  minimumOrder: /^(?:minimum(?:order)?(?:quantity|qty)?|moq|mindestbestellmenge)$/,
  orderStep: /^(?:order)?(?:step|multiple|increment)$/,
  lowStockBelow: /^(?:lowstock(?:below)?|reorder(?:point|level)|meldebestand|mindestbestand)$/,
  removed: /^(?:hidden|discontinued|removed|ausgeblendet)$/,
  customsCode: /^(?:customs(?:code|tariffnumber|number)|hs(?:code)?|htscode|tariff(?:code|number)|zolltarifnummer)$/,
}

const contents: [ImportField, RegExp][] = [
  ['img', /\.(?:jpe?g|png|webp|avif)$|^\/images\//i],
  ['priceBreaks', /^(?:-|\d[\d,]*\s*:\s*\$?\d)/],
  ['price', /^\$?\s*\d+\.\d{1,4}$/],
]

/** Finds the columns by the titles of the first row, and those without a known title by their cells. */
export function recognisePartColumns(rows: readonly string[][]): PartColumns {
  const head = rows[0] ?? []
  const width = rows.slice(0, LOOKED_AT).reduce((widest, row) => Math.max(widest, row.length), 0)
  const byTitle = Array.from({ length: width }, (_, column) => fieldOfTitle(head[column] ?? ''))
  const named = byTitle.filter((field) => field !== undefined)
  const header = named.length > 0
  const body = rows.slice(header ? 1 : 0, LOOKED_AT)
  const taken = new Set<ImportField>()
  const take = (field: ImportField | undefined) => {
    if (field === undefined || taken.has(field)) return undefined
    taken.add(field)
    return field
  }
  const fields = byTitle.map(take)
  return {
    header,
    fields: fields.map((field, column) => field ?? take(fieldOfCells(body.map((row) => row[column] ?? '')))),
  }
}

const fieldOfTitle = (title: string): ImportField | undefined =>
  importFields.find((field) => plain(importTitles[field]) === plain(title) || field.toLowerCase() === plain(title)) ??
  importFields.find((field) => titles[field].test(plain(title)))

function fieldOfCells(cells: string[]): ImportField | undefined {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length === 0) return undefined
  return contents.find(([, looks]) => filled.filter((cell) => looks.test(cell)).length >= filled.length * MOSTLY)?.[0]
}

const keyOf = (rows: readonly string[][]) => `import-columns:${(rows[0] ?? []).map(plain).join('|')}`.slice(0, 1_000)

/** The columns that were chosen for a file with these titles before. */
export function rememberedColumns(rows: readonly string[][]): PartColumns | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(rows)) ?? 'null') as PartColumns | null
    if (!kept) return undefined
    return { header: kept.header, fields: kept.fields.map((field) => importFields.find((one) => one === field)) }
  } catch {
    return undefined // no storage, or an invalid value
  }
}

export function rememberColumns(rows: readonly string[][], columns: PartColumns): void {
  try {
    localStorage.setItem(keyOf(rows), JSON.stringify(columns))
  } catch {
    // Without storage they are chosen again.
  }
}
