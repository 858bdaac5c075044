import type { Figures, Plan } from './measure.ts'
import type { World } from './world.ts'

/** One line of the table. */
export type Row = {
  what: string
  /** Who it is compared with. */
  baseline: string
  figures: Figures
  baselineFigures: Figures
  /** The share or the ratio that counts. */
  measured: number
  toReach: { atLeast: number } | { atMost: number }
  /** More to know, such as a second figure. */
  note?: string
}

export type Section = (world: World, plan: Plan) => Promise<Row[]>

export const reaches = ({ measured, toReach }: Row) =>
  'atLeast' in toReach ? measured >= toReach.atLeast : measured <= toReach.atMost
