import { counted } from '#contract/basics/figures.ts'
import type { StockMove, MoveReason } from '#contract/parts/part-desk.ts'

/** Words of a part's stock and its ledger; all our own. */
export const partStockWords = {
  title: (pieces: string) => `${counted(pieces, 'piece')} in stock`,
  change: 'Change',
  changes: [
    ['add', 'Add'],
    ['set', 'Set to (counted)'],
  ] as const,
  pieces: 'Pieces',
  reason: 'Reason',
  reasons: {
    received: 'Received',
    counted: 'Counted',
    damaged: 'Damaged',
    sample: 'Sample',
    other: 'Other',
    returned: 'Returned by a customer',
  } satisfies Record<MoveReason, string>,
  note: 'Note',
  noteHint: 'Optional, for example the number of a delivery note. A negative number takes pieces away.',
  moved: (pieces: string) => `The stock is ${counted(pieces, 'piece')} now`,
  unchanged: 'The stock is as you counted',
  ledger: 'Stock ledger',
  pages: 'Pages of the ledger',
  columns: { at: 'Time', delta: 'Pieces', balance: 'Stock after', why: 'Reason', by: 'By' },
  kinds: {
    opening: 'First stock',
    restock: 'Added',
    set: 'Set',
    hold: 'Reserved',
    release: 'Reservation ended',
    cancel: 'Order cancelled or reduced',
  } satisfies Record<StockMove['kind'], string>,
} as const
