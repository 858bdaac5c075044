import Type from 'typebox'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Formats of the files that the shop sends, with their content types. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  datev: 'text/csv; charset=windows-1252',
  payouts: 'text/csv; charset=utf-8',
  xlsx: WORKBOOK,
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  cii: 'application/xml',
  ubl: 'application/xml',
  zip: 'application/zip',
  step: 'model/step',
  dxf: 'image/vnd.dxf',
} as const
export type FileFormat = keyof typeof fileTypes

/** The answer of a call that sends a file in one of these formats. `mediaTypes` are those of the API document. */
export const fileAnswer = (...formats: readonly FileFormat[]) =>
  Type.Unknown({ description: 'The file', mediaTypes: mediaTypesOf(formats) })

const mediaTypesOf = (formats: readonly FileFormat[]): string[] => [
  ...new Set(formats.map((format) => fileTypes[format].split(';', 1)[0]!)),
]
