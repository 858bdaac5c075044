import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, Dollars, Id, MESSAGE, nullable, strictObject, text } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { MAXIMUM_PAPERS } from '../basics/limits.ts'
import { incotermCodes } from '../freight/freight.ts'
import { isEuState, taxStateOf } from '../payments/tax.ts'
import type { ShipTo } from './ship-to.ts'

/** Why goods leave a country, as customs ask. */
export const exportReasons = ['sale', 'sample', 'return', 'repair'] as const
export type ExportReason = (typeof exportReasons)[number]

export const exportPaperMessages = {
  oneSource: 'Name orders, a parcel or a return, and only one of them.',
  twoPlaces: 'These orders go to different addresses. Each address needs papers of its own.',
  nothing: (number: string) => `Nothing of ${number} leaves: it is not paid, or it has ended.`,
  packages: 'Enter a whole number of packages above 0.',
  grossKg: 'Enter the gross weight in kg, such as 12.5.',
} as const

/** Whether customs ask for papers on the way from a seller's state, as `sellerStateOf` has it; none ask within the EU. */
export function goesAbroad(sellerState: string, { country, postalCode, city }: Pick<ShipTo, 'country' | 'postalCode' | 'city'>): boolean {
  const state = taxStateOf({ country, postalCode, city })
  return state !== sellerState && !(isEuState(sellerState) && isEuState(state))
}

/** What papers for customs need that can be missing. */
export const exportGaps = {
  seller: 'The name and address of the seller, in the settings of the shop.',
  vatId: 'The VAT id or the tax number of the seller, in the settings of the shop.',
  eori: 'The EORI number of the seller, in the settings of the shop. Customs of the EU and of Great Britain ask for it.',
  country: 'The country of the address.',
  customsCode: 'The customs code of the part.',
  origin: 'The country of origin of the part.',
  weight: 'The weight of the part.',
  grossKg: 'The gross weight.',
  packages: 'The number of packages.',
  incoterm: 'The Incoterm with its place.',
} as const
export type ExportGapKind = keyof typeof exportGaps

export const ExportGap = Type.Object({
  kind: Type.Enum(Object.keys(exportGaps) as ExportGapKind[]),
  message: Type.String(),
  partsId: nullable(Id),
  partNumber: nullable(Type.String({ description: 'Of what is missing at a part' })),
})
export type ExportGap = Static<typeof ExportGap>

/**
 * One consignment: orders to one address, of which what is left to send leaves, or else what was sent; the pieces of a parcel; or those of a
 * return, which the buyer sends to the shop. `incoterm` is for orders whose freight has none.
 */
export const ExportWanted = strictObject({
  orders: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAXIMUM_PAPERS, uniqueItems: true })),
  parcel: Type.Optional(Id),
  return: Type.Optional(Id),
  reason: Type.Optional(Type.Enum([...exportReasons], { description: '`return` of a return, `sample` of samples, else `sale`' })),
  packages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      [MESSAGE]: exportPaperMessages.packages,
      description: 'What is not said is the whole packs of the parts, where there are no others',
    }),
  ),
  grossKg: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000_000,
      [MESSAGE]: exportPaperMessages.grossKg,
      description: 'What is not said is the net weight with what packing adds by the settings, where that is set',
    }),
  ),
  incoterm: Type.Optional(strictObject({ code: Type.Enum(incotermCodes), place: text(120) })),
  gaps: Type.Optional(Type.Boolean({ description: 'Print what is missing as gaps; without it such papers are refused' })),
})
export type ExportWanted = Static<typeof ExportWanted>

const Kg = Type.Number({ description: 'kg' })

export const ExportLine = Type.Object({
  orderNumber: Type.String(),
  reference: Type.String(),
  partsId: Id,
  name: Type.String(),
  partNumber: Type.String(),
  pieces: Type.Integer(),
  packs: nullable(Type.String()),
  customsCode: nullable(Type.String()),
  origin: nullable(Type.String()),
  netKg: nullable(Kg),
  unitPrice: Dollars,
  value: Dollars,
})
export type ExportLine = Static<typeof ExportLine>

/** A consignment as its papers say it. Amounts in US dollars without tax. */
export const Consignment = Type.Object({
  sellerCountry: nullable(Type.String({ description: "ISO code of the seller's country; null where the settings have none" })),
  reason: Type.Enum([...exportReasons]),
  date: calendarDay(),
  invoices: Type.Array(Type.String({ description: 'Number of the invoice of these orders' })),
  sender: Type.Array(Type.String(), { description: 'Name and address, a line each' }),
  recipient: Type.Array(Type.String(), { description: 'Name, address and phone, a line each' }),
  lines: Type.Array(ExportLine),
  goods: Dollars,
  freight: Dollars,
  total: Dollars,
  netKg: nullable(Kg),
  grossKg: nullable(Kg),
  packages: nullable(Type.Integer()),
  incoterm: nullable(Type.String()),
  carrier: nullable(Type.String()),
  trackingNumber: nullable(Type.String()),
})
export type Consignment = Static<typeof Consignment>

const paper = (path: string, summary: string) =>
  ({
    method: 'POST',
    path,
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary,
    mayRepeat: true,
    body: ExportWanted,
  }) as const

export const exportPaperCalls = defineCalls('Parcels', 'exportPapers', {
  check: {
    ...paper('/export-papers/check', 'What the papers for customs of a consignment would say, and what is missing on them'),
    response: Type.Object({ consignment: Consignment, missing: Type.Array(ExportGap) }),
  },
  invoice: {
    ...paper(
      '/export-papers/commercial-invoice',
      'The commercial invoice of a consignment as PDF; 409 EXPORT_INCOMPLETE while something is missing',
    ),
    response: fileAnswer('pdf'),
  },
  packingList: {
    ...paper(
      '/export-papers/packing-list',
      'The packing list of a consignment as PDF, without prices; 409 EXPORT_INCOMPLETE while something is missing',
    ),
    response: fileAnswer('pdf'),
  },
})
