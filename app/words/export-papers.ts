import type { ExportReason } from '#contract/orders/export-papers.ts'
import { counted, formatCount, formatKilograms } from '#contract/basics/figures.ts'

/** Words of papers for customs; all our own. */
export const exportPaperWords = {
  open: 'Papers for customs',
  openOf: (orders: string) => `Papers for customs of ${orders}`,
  title: 'Papers for customs',
  reason: 'Reason for export',
  reasons: {
    sale: 'Sale',
    sample: 'Samples',
    return: 'Return',
    repair: 'Repair',
  } satisfies Record<ExportReason, string>,
  packages: 'Packages',
  packagesHint: (packs: number | null) =>
    packs === null ? 'How many boxes or pallets leave.' : `${formatCount(packs)} by the packing of the parts.`,
  grossKg: 'Gross weight in kg',
  grossHint: (kg: number | null) =>
    kg === null ? 'With packing.' : `${formatKilograms(kg)} kg by the weights of the parts and the packing in the settings.`,
  twoWeights: (typed: string, one: string, other: string) => `${typed} may be ${one} kg or ${other} kg: write it so.`,
  term: 'Incoterm',
  termHint: 'The freight of the order names none.',
  noTerm: 'None',
  place: 'Its place',
  missing: (count: number) => `${counted(count, 'thing is', 'things are')} missing:`,
  toPart: 'Facts of the part',
  toSettings: 'Settings',
  complete: 'Nothing is missing.',
  gaps: 'Print what is missing as gaps, to be filled in by hand',
  invoice: 'Commercial invoice',
  packingList: 'Packing list',
  close: 'Close',
  value: 'Value',
  net: 'Net weight',
  kg: (kg: number) => `${formatKilograms(kg)} kg`,
} as const
