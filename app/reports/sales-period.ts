import { useSearchParams } from 'react-router'
import { salesPeriods, type SalesPeriod } from '#contract/shop/reports.ts'

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

export const measures = ['turnover', 'orders', 'pieces'] as const
export type Measure = (typeof measures)[number]

/** The chart in the address: its periods and its figure. Days are the reader's. */
export function useSalesPeriod(): { by: SalesPeriod; measure: Measure; zone: string } {
  const [search] = useSearchParams()
  const by = (Object.keys(salesPeriods) as SalesPeriod[]).find((one) => one === search.get('by')) ?? 'day'
  const measure = measures.find((one) => one === search.get('figure')) ?? 'turnover'
  return { by, measure, zone: ZONE }
}

const formats: Record<SalesPeriod, Intl.DateTimeFormatOptions> = {
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
}

/** `zone` is that of the report, in which the period begins. */
export const nameOfPeriod = (from: string, by: SalesPeriod, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { ...formats[by], timeZone: zone }).format(new Date(from))
