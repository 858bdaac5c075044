import { exportPaperMessages, type ExportWanted } from '#contract/orders/export-papers.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { decimalMarkOf, plainDecimal } from '#readers/values/decimals.ts'
import { exportPaperWords as words } from '#app/words/export-papers.ts'

type Typed = { packages: string; grossKg: string }
type Read<Key extends keyof Typed> = { value?: NonNullable<ExportWanted[Key]>; problem?: string }

/** What `ExportWanted` takes at most. */
const MOST_PACKAGES = 100_000
const MOST_KG = 10_000_000

/** Whole packages; nothing of an empty field. */
export function readPackages(typed: string): Read<'packages'> {
  if (typed.trim() === '') return {}
  const value = readQuantity(typed)
  return value === undefined || value > MOST_PACKAGES ? { problem: exportPaperMessages.packages } : { value }
}

/** Kilograms; nothing of an empty field. '1,000' may be 1 or 1000, and is not guessed: customs read it. */
export function readGrossKg(typed: string): Read<'grossKg'> {
  const written = typed.trim().replace(/\s*kg\.?$/i, '')
  if (written === '') return typed.trim() === '' ? {} : { problem: exportPaperMessages.grossKg }
  const { mark } = decimalMarkOf([written])
  if (mark === undefined) {
    const both = (['.', ','] as const).map((each) => Number(plainDecimal(written, each)))
    return { problem: words.twoWeights(written, ...clearly(both)) }
  }
  const value = Number(plainDecimal(written, mark) ?? Number.NaN)
  return value > 0 && value <= MOST_KG ? { value } : { problem: exportPaperMessages.grossKg }
}

/** Both readings as they have one: three decimals could be a group, four cannot. */
function clearly(readings: readonly number[]): [string, string] {
  const less = String(Math.min(...readings))
  return [/\.\d{3}$/.test(less) ? `${less}0` : less, String(Math.max(...readings))]
}
