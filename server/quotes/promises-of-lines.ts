import type { ShopCalendar } from '#contract/parts/lead-time.ts'
import { leadDaysUntil, promiseOf, shownSlices, withoutSlices, type Promisable, type PromisedPieces } from '#contract/promises/promise.ts'
import { supplyOf, type BeyondStock } from '../promises/find-supply.ts'

type PartOfLine = { id: string; available: number; leadDays: number; beyond: BeyondStock | null }

/** What is promised to the lines of one quote, in their order: a line has what those above it leave. */
export class PromisesOfLines {
  readonly #calendar: ShopCalendar
  readonly #left = new Map<string, Promisable>()

  constructor(calendar: ShopCalendar) {
    this.#calendar = calendar
  }

  /** Undefined for a line that its part's stock is enough for, and for one of which not all pieces can be promised. */
  take(part: PartOfLine, quantity: number): { promise: PromisedPieces[]; leadDays: number } | undefined {
    if (part.beyond === null) return undefined
    const supply = this.#left.get(part.id) ?? supplyOf(part, part.beyond)
    const { slices, missing } = promiseOf(supply, quantity, null, this.#calendar)
    this.#left.set(part.id, withoutSlices(supply, slices))
    if (missing > 0 || slices.every(({ from }) => from === 'stock')) return undefined
    return { promise: shownSlices(slices), leadDays: leadDaysUntil(slices, this.#calendar) }
  }
}
