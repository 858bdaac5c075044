import { weekdayText } from '#contract/basics/day-text.ts'
import { counted } from '#contract/basics/figures.ts'
import type { RiskReason } from '#contract/promises/promise-calls.ts'

/** Words of promises that may be kept later; all our own. */
export const promiseWords = {
  reasons: {
    moved: 'their delivery comes later',
    late: 'the day of their delivery is over',
    short: 'their delivery came short',
    removed: 'their delivery does not come',
    capacity: 'more are promised of the month than are made',
  } satisfies Record<RiskReason, string>,
  atRisk: (pieces: number, day: string, why: string) => `${counted(pieces, 'piece')} promised by ${weekdayText(day)}: ${why}.`,
  wouldLeave: (text: string) => `Now they would leave: ${text}.`,
  tell: (day: string) => `Tell the buyer: by ${weekdayText(day)}`,
  question: (day: string) => `Promise this order by ${weekdayText(day)}, and tell the buyer?`,
  told: 'The buyer is told of the new day',
  nothing: 'Nothing is at risk any more',
} as const
