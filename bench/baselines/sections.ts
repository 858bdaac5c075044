import type { Figures, Plan } from './measure.ts'
import type { World } from './world.ts'

/** A row of the table. */
export type Row = {
  what: string
  /** The baseline. */
  baseline: string
  figures: Figures
  baselineFigures: Figures
  /** The ratio to compare with the target. */
  measured: number
  toReach: { atLeast: number } | { atMost: number }
  /** Additional text, such as a second figure. */
  note?: string
}

export type Section = (world: World, plan: Plan) => Promise<Row[]>

export const reaches = ({ measured, toReach }: Row) => ('atLeast' in toReach ? measured >= toReach.atLeast : measured <= toReach.atMost)
