import { PERCENT } from '#contract/parts/raise-price.ts'

/** A typed percentage by which prices change: '5', '-2,5', '−3'. Undefined for anything else. */
export function readPercent(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^[-+−]?\d{1,3}(?:[.,]\d{1,2})?$/.test(text)) return undefined
  const percent = Number(text.replace(',', '.').replace('−', '-'))
  return percent >= PERCENT.min && percent <= PERCENT.max ? percent : undefined
}
