import { isOrderable, minimumOf, type OrderRule } from '../orders/order-rule.ts'

/** A part's stock in pieces, and what is compared with it. */
type Stocked = OrderRule & { available: number; lowStockBelow?: number | null | undefined }

/** The owner's reorder level in pieces; without one, the smallest order. */
export const reorderLevelOf = (part: Pick<Stocked, 'lowStockBelow'> & OrderRule): number => part.lowStockBelow ?? minimumOf(part)

/** What is said of a stock, in the same words in lists, filters and counts. `server/parts/low-stock.ts` has the same for the database. */
export const stockStates = {
  /** Nothing is left. */
  soldOut: ({ available }) => available <= 0,
  /** Pieces are left, but fewer than can be ordered. */
  belowMinimum: (part) => part.available > 0 && !isOrderable(part),
  /** Fewer pieces are left than the reorder level; also none. */
  low: (part) => part.available < reorderLevelOf(part),
} satisfies Record<string, (part: Stocked) => boolean>
export type StockState = keyof typeof stockStates

/** The names of the states, the worst first. */
export const stockStateNames = Object.keys(stockStates) as StockState[]
