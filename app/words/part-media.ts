import { formatCount } from '#contract/basics/figures.ts'
import type { DocumentKind, DocumentType } from '#contract/parts/part-media.ts'

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const BYTES_PER_KILOBYTE = 1024

/** A size as it is read: '12 kB', '1.4 MB'. */
function sizeText(bytes: number): string {
  const kilobytes = bytes / BYTES_PER_KILOBYTE
  return kilobytes < BYTES_PER_KILOBYTE
    ? `${Math.max(Math.round(kilobytes), 1)} kB`
    : `${megabytes.format(kilobytes / BYTES_PER_KILOBYTE)} MB`
}

const kinds: Record<DocumentKind, string> = {
  'data-sheet': 'Data sheet',
  drawing: 'Drawing',
  declaration: 'Declaration',
  other: 'Other document',
}
const types: Record<DocumentType, string> = { pdf: 'PDF', step: 'STEP', dxf: 'DXF' }

/** Words of the pictures and documents of a part, where they are shown. */
export const partMediaWords = {
  pictures: 'Pictures',
  picture: (number: number, count: number) => `Picture ${number} of ${formatCount(count)}`,
  documents: 'Documents',
  documentsOf: (part: string) => `Documents of ${part}`,
  documentsOfLines: 'Documents of these parts',
  kinds,
  /** Kind, type and size. */
  facts: (kind: DocumentKind, type: DocumentType, bytes: number) => `${kinds[kind]} · ${types[type]}, ${sizeText(bytes)}`,
} as const
