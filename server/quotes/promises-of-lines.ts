import { leadDaysFor, shipDay, type ShopCalendar, type Supply } from '#contract/parts/lead-time.ts'
import { leadDaysUntil, promiseOf, shownSlices, withoutSlices, type Promisable, type PromisedPieces } from '#contract/promises/promise.ts'
import type { Release } from '#contract/promises/releases.ts'
import { supplyOf, type BeyondStock } from '../promises/find-supply.ts'

type PartOfLine = Supply & { id: string; beyond: BeyondStock | null }

/** Pieces of a release by day; null where not all of them can be promised. */
export type SlicesOfRelease = readonly PromisedPieces[] | null

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

  /**
   * The same of each release of a line, whose days ascend: one has what those before it leave. Without a promise beyond the stock all pieces are
   * taken from it when they are ordered. `before`: pieces of the part in the lines above.
   */
  takeReleases(part: PartOfLine, releases: readonly Release[], before: number): SlicesOfRelease[] {
    let taken = before
    return releases.map(({ pieces, wishedOn }) => {
      taken += pieces
      if (part.beyond === null) return taken > part.available ? null : [this.#fromStock(part, taken, { pieces, wishedOn })]
      const supply = this.#left.get(part.id) ?? supplyOf(part, part.beyond)
      const { slices, missing } = promiseOf(supply, pieces, wishedOn, this.#calendar)
      this.#left.set(part.id, withoutSlices(supply, slices))
      return missing > 0 ? null : shownSlices(slices)
    })
  }

  #fromStock(part: PartOfLine, taken: number, { pieces, wishedOn }: Release): PromisedPieces {
    const soonest = shipDay(leadDaysFor(taken, part, this.#calendar), this.#calendar)
    return { pieces, day: wishedOn > soonest ? wishedOn : soonest, from: 'stock' }
  }
}
