import Type from 'typebox'
import { CHARACTER, Id, MESSAGE, nullable } from '../basics/fields.ts'
import {
  MAXIMUM_LEAD_DAYS,
  MAXIMUM_PICTURES,
  MAXIMUM_PRICE_BREAKS,
  MAXIMUM_PRICE_DOLLARS,
  MAXIMUM_STOCK,
  PART_MEDIA_LIMITS,
  TEXT_LIMITS,
} from '../basics/limits.ts'

/** What is wrong with a cell of a field that cannot be read. */
export const fieldProblems = {
  number: `Enter a part number with letters or digits, at most ${TEXT_LIMITS.partNumber} characters.`,
  nameLength: `Enter a name of at most ${TEXT_LIMITS.partName} characters.`,
  descriptionLength: `Enter a description of at most ${TEXT_LIMITS.description} characters.`,
  price: 'Enter a price above 0 with at most four decimal places, such as 2.50.',
  ladder: 'Enter price breaks such as 5000: 2.40; 10000: 2.10. Quantities rise from above 1,000, and prices fall.',
  leadDays: 'Enter whole working days from 0 to 365.',
  available: 'Enter whole pieces from 0 to 1,000,000,000.',
  picture: 'This picture is not in the shop. Add its file to the ZIP of pictures, or give an address that leads to a picture.',
  pictureText: `Enter a text of at most ${PART_MEDIA_LIMITS.alt} characters.`,
  pictures: `Write one picture on each line, its address and then its text: at most ${MAXIMUM_PICTURES - 1}, each once, without the main one. Each must be in the shop, in the ZIP, or on the web.`,
  category: 'The shop has no such category. Write it with those above it, as in Boards > Main boards.',
  attributes: 'Write attributes of the shop with their values, as in Panel size: 55; Voltage: 12.',
  weight: 'Enter the weight of a piece in grams, such as 185 or 0.25.',
  origin: 'Enter a country by its name or its two letters.',
  customsCode: 'Enter the customs code as 6 to 10 digits.',
  minimumOrder: 'Enter whole pieces from 1 on.',
  orderStep: 'Enter whole pieces from 1 on.',
  madeMonthly: 'Enter whole pieces a month from 0 to 1,000,000,000, or - to promise none.',
  packName: 'Enter what a pack is called, such as reel, tray or box, at most 30 characters.',
  packPieces: 'Enter the pieces of a pack, from 1 on.',
  samplePieces: 'Enter the pieces of samples, from 1 on.',
  samplePrice: 'Enter a price above 0 with at most four decimal places, such as 2.50.',
  smallPrices: 'Enter prices such as 1: 4.20; 100: 3.50. Quantities rise from 1, and prices fall.',
  lowStockBelow: 'Enter whole pieces from 0 on, or - for the usual.',
  related: 'Write numbers of other parts of the shop or of this file, one on each line or with ; between them.',
  removed: 'Enter yes to hide the part from the shop, or no.',
} as const

type Described = {
  /** Of the column in the files that the shop writes, and its width in characters. */
  title: string
  width: number
  /** How it is read from a cell, typed in a form, compared and shown. */
  kind: string
  /** A cell with `-` removes the value. */
  isOptional?: true
  /** Bounds of a number, or of the length of a text. */
  least?: number
  most?: number
  /** Its problem, where that has another name. */
  problem?: keyof typeof fieldProblems
}

/**
 * The fields of a part in the order of a file of parts. Prices are in US dollars, the lead time in working days, the stock in pieces, the weight
 * in grams per piece. The part number says which part a row is; without one the row is a new part.
 */
export const partFields = {
  partNumber: { title: 'Part number', width: 18, kind: 'text', most: TEXT_LIMITS.partNumber, problem: 'number' },
  name: { title: 'Name', width: 36, kind: 'text', most: TEXT_LIMITS.partName, problem: 'nameLength' },
  description: { title: 'Description', width: 60, kind: 'text', most: TEXT_LIMITS.description, problem: 'descriptionLength' },
  price: { title: 'Price (USD)', width: 12, kind: 'price' },
  priceBreaks: { title: 'Price breaks', width: 36, kind: 'ladder', isOptional: true, problem: 'ladder' },
  leadDays: { title: 'Lead time', width: 10, kind: 'whole', most: MAXIMUM_LEAD_DAYS },
  available: { title: 'Stock', width: 12, kind: 'whole' },
  img: { title: 'Picture', width: 44, kind: 'text', most: TEXT_LIMITS.imageUrl, problem: 'picture' },
  pictureText: { title: 'Picture text', width: 36, kind: 'text', isOptional: true, most: PART_MEDIA_LIMITS.alt },
  pictures: { title: 'Further pictures', width: 44, kind: 'pictures', isOptional: true },
  category: { title: 'Category', width: 30, kind: 'category', isOptional: true },
  attributes: { title: 'Attributes', width: 44, kind: 'attributes', isOptional: true },
  weight: { title: 'Weight (g)', width: 12, kind: 'grams', isOptional: true },
  origin: { title: 'Origin', width: 10, kind: 'country', isOptional: true },
  customsCode: { title: 'Customs code', width: 14, kind: 'digits', isOptional: true, least: 6, most: 10 },
  minimumOrder: { title: 'Minimum order', width: 14, kind: 'whole', isOptional: true, least: 1 },
  orderStep: { title: 'Order step', width: 12, kind: 'whole', isOptional: true, least: 1 },
  madeMonthly: { title: 'Made a month', width: 14, kind: 'whole', isOptional: true },
  packName: { title: 'Pack', width: 12, kind: 'text', isOptional: true, most: TEXT_LIMITS.packName },
  packPieces: { title: 'Pieces of a pack', width: 14, kind: 'whole', isOptional: true, least: 1 },
  samplePieces: { title: 'Samples', width: 12, kind: 'whole', isOptional: true, least: 1 },
  samplePrice: { title: 'Price of samples (USD)', width: 20, kind: 'dollars', isOptional: true },
  smallPrices: { title: 'Prices below minimum', width: 30, kind: 'smallLadder', isOptional: true },
  lowStockBelow: { title: 'Low stock below', width: 14, kind: 'whole', isOptional: true },
  substitutes: { title: 'Substitutes', width: 24, kind: 'numbers', isOptional: true, problem: 'related' },
  accessories: { title: 'Accessories', width: 24, kind: 'numbers', isOptional: true, problem: 'related' },
  removed: { title: 'Hidden', width: 10, kind: 'yes' },
} as const satisfies Record<string, Described>

export type ImportField = keyof typeof partFields
export type PartFieldKind = (typeof partFields)[ImportField]['kind']
/** The columns of a file of parts. */
export const importFields = Object.keys(partFields) as ImportField[]

/** The description of a field, with what only some of them have. */
export const described = (field: ImportField): Described & { kind: PartFieldKind } => partFields[field]
export const problemOf = (field: ImportField) => (described(field).problem ?? field) as keyof typeof fieldProblems

type OfKind<Kind extends PartFieldKind> = { [F in ImportField]: (typeof partFields)[F]['kind'] extends Kind ? F : never }[ImportField]
const ofKind = <Kind extends PartFieldKind>(...kinds: Kind[]) =>
  importFields.filter((field) => kinds.some((kind) => kind === partFields[field].kind)) as OfKind<Kind>[]

/** Columns whose cells have numbers. */
export const numberFields = [...ofKind('price', 'ladder', 'attributes', 'grams', 'dollars', 'smallLadder'), ...ofKind('whole')]
export type NumberField = (typeof numberFields)[number]

const pieces = nullable(Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: 'Enter whole pieces from 1 on, or nothing.' }))

/** Facts of a part besides name, description and attributes. Weights are kept with three places. */
export const factSchemas = {
  category: nullable(Id),
  weight: nullable(Type.Number({ minimum: 0.001, maximum: 100_000_000, [MESSAGE]: fieldProblems.weight, description: 'Grams per piece' })),
  origin: nullable(
    Type.String({
      pattern: '^[A-Z]{2}$',
      [MESSAGE]: 'Choose a country.',
      description: 'Country of origin: ISO 3166, two letters',
      examples: ['DE'],
    }),
  ),
  customsCode: nullable(
    Type.String({
      pattern: '^[0-9]{6,10}$',
      [MESSAGE]: fieldProblems.customsCode,
      description: 'Digits of the Harmonized System',
      examples: ['852990'],
    }),
  ),
  minimumOrder: pieces,
  orderStep: pieces,
  madeMonthly: nullable(
    Type.Integer({
      minimum: 0,
      maximum: MAXIMUM_STOCK,
      [MESSAGE]: 'Enter whole pieces from 0 on, or nothing.',
      description: 'Pieces made on demand in a month. With it, more than is in stock is promised: 0, only what is expected; null, nothing',
    }),
  ),
  packName: nullable(
    Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.packName,
      pattern: `^${CHARACTER}*$`,
      [MESSAGE]: fieldProblems.packName,
      description: 'What a pack is called',
      examples: ['reel'],
    }),
  ),
  packPieces: pieces,
  samplePieces: pieces,
  samplePrice: nullable(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAXIMUM_PRICE_DOLLARS,
      [MESSAGE]: fieldProblems.samplePrice,
      description: 'US dollars for a piece of samples, with at most four decimal places; null: the price of the part',
    }),
  ),
  smallPrices: nullable(
    Type.Array(
      Type.Object(
        {
          from: Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, description: 'Pieces' }),
          price: Type.Number({
            exclusiveMinimum: 0,
            maximum: MAXIMUM_PRICE_DOLLARS,
            description: 'US dollars, at most four decimal places',
          }),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: MAXIMUM_PRICE_BREAKS,
        [MESSAGE]: fieldProblems.smallPrices,
        description:
          'Prices of fewer pieces than the minimum, for offers and samples: `from` rises from 1, `price` falls; null: that of the list',
      },
    ),
  ),
}
export type FactField = keyof typeof factSchemas
export const factFields = Object.keys(factSchemas) as FactField[]

/** What a form and the server answer to a wrong one. */
export const factMessage = (field: FactField) => (factSchemas[field].anyOf[0] as { [MESSAGE]?: string })[MESSAGE]

/** Their schemas in bodies: a client that does not know a later one leaves it unchanged. */
export const sentFactSchemas = {
  ...factSchemas,
  minimumOrder: Type.Optional(pieces),
  orderStep: Type.Optional(pieces),
  madeMonthly: Type.Optional(factSchemas.madeMonthly),
  packName: Type.Optional(factSchemas.packName),
  packPieces: Type.Optional(factSchemas.packPieces),
  samplePieces: Type.Optional(factSchemas.samplePieces),
  samplePrice: Type.Optional(factSchemas.samplePrice),
  smallPrices: Type.Optional(factSchemas.smallPrices),
}
