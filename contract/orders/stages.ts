import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, day, Id, nullable, strictObject, text, type CalendarDay } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'
import type { OrderState } from './order-states.ts'

/** How far the shop is with what it makes for an order, in the order in which they follow each other. */
export const orderStages = ['planned', 'in_production', 'ready'] as const
export type OrderStageName = (typeof orderStages)[number]

/** The stage of an order. `day`: before it is ready, the day on which that is expected; then the day since which it is. */
export const OrderStage = Type.Object({
  name: Type.Enum([...orderStages]),
  setAt: Type.String({ format: 'date-time' }),
  day: nullable(
    calendarDay({ description: 'The day on which the pieces are expected to be ready; of `ready` the day since which they are' }),
  ),
})
export type OrderStage = Static<typeof OrderStage>

export const MAXIMUM_STAGE_LINES = 1_000
/** Days from today on which pieces may be expected to be ready. */
const MAXIMUM_STAGE_DAYS = 1_095
const DAY_MS = 86_400_000

export const stageProblems = {
  unknown: 'No order has this number.',
  twice: 'A line above has the same order.',
  notMade: 'Nothing is made for this order: its pieces come from the stock.',
  sent: 'This order is sent.',
  cancelled: 'This order is cancelled.',
  refunded: 'This order is refunded.',
  skipped: 'It is planned: it is in production before it is ready.',
  back: 'It is further than that by now. Setting it back is a correction, which has to be said.',
  over: 'The day on which it is expected to be ready is over.',
  tooFar: 'The day is more than three years away.',
  toCome: 'What is ready is ready since today or an earlier day.',
  changed: 'Somebody has set another stage meanwhile. Look at it and set it again.',
} as const
export type StageProblem = keyof typeof stageProblems

const Seen = strictObject({ name: Type.Enum([...orderStages]), day: nullable(day()) })

/**
 * A stage to be set; one that is another than `seen` (null: none) by now is refused. Without a day, the expected one stays; what is ready, is so since today.
 */
export const StageLine = strictObject({
  number: text(TEXT_LIMITS.partNumber, { description: "The order's number", examples: ['O-000123'] }),
  stage: Type.Enum([...orderStages]),
  day: Type.Optional(
    nullable(
      day({ description: 'When its pieces are expected to be ready; of `ready` since when they are. Null takes an expected day away' }),
    ),
  ),
  seen: Type.Optional(nullable(Seen)),
})
export type StageLine = Static<typeof StageLine>

export const StagesToSet = strictObject({
  lines: Type.Array(StageLine, {
    minItems: 1,
    maxItems: MAXIMUM_STAGE_LINES,
    examples: [[{ number: 'O-000123', stage: 'in_production', day: '2030-02-12' }]],
  }),
  tell: Type.Optional(Type.Boolean({ description: 'Whether the buyers of the orders that have changed get a mail' })),
  correct: Type.Optional(Type.Boolean({ description: 'Whether an order may be set back to an earlier stage' })),
})
export type StagesToSet = Static<typeof StagesToSet>

export const StageAnswer = Type.Object({
  number: Type.String({ description: 'As it was sent' }),
  orderId: nullable(Id),
  name: nullable(Type.String({ description: "The part's name" })),
  before: nullable(OrderStage),
  after: nullable(Type.Object({ name: OrderStage.properties.name, day: OrderStage.properties.day })),
  changed: Type.Boolean({ description: 'False also where the order has this stage and day already' }),
  problem: nullable(Type.Enum(Object.keys(stageProblems) as StageProblem[])),
  message: nullable(Type.String({ description: 'The problem as a sentence' })),
})
export type StageAnswer = Static<typeof StageAnswer>

/** What decides about a line. */
export type StagedOrder = { state: OrderState; madePieces: number; stage: OrderStage | null }

/** The day that an order would have: the one of the line, else the expected one, or today for what is ready. */
export function dayOfStage(
  { stage, day: wanted }: Pick<StageLine, 'stage' | 'day'>,
  before: OrderStage | null,
  today: CalendarDay,
): CalendarDay | null {
  const wasReady = before?.name === 'ready'
  if (stage === 'ready') return wanted ?? (wasReady ? before.day : today)
  return wanted === undefined && !wasReady ? (before?.day ?? null) : (wanted ?? null)
}

/** Why a line cannot be done; the database refuses the same arrows. */
export function stageProblem(
  { stage, day: wanted, seen }: StageLine,
  { state, madePieces, stage: before }: StagedOrder,
  { today, mayCorrect }: { today: CalendarDay; mayCorrect: boolean },
): StageProblem | undefined {
  if (state === 'shipped') return 'sent'
  if (state === 'refunded') return 'refunded'
  if (state === 'cancelled' || state === 'cancelling') return 'cancelled'
  if (madePieces === 0) return 'notMade'
  if (seen !== undefined && !isSameStage(seen, before)) return 'changed'
  const places = orderStages.indexOf(stage) - (before ? orderStages.indexOf(before.name) : 0)
  if (before && places < 0 && !mayCorrect) return 'back'
  if (before && places > 1) return 'skipped'
  if (!wanted) return undefined
  if (stage === 'ready') return wanted > today ? 'toCome' : undefined
  if (wanted < today && wanted !== before?.day) return 'over'
  return Date.parse(wanted) - Date.parse(today) > MAXIMUM_STAGE_DAYS * DAY_MS ? 'tooFar' : undefined
}

type NameAndDay = Pick<OrderStage, 'name' | 'day'> | null
export const isSameStage = (one: NameAndDay, other: NameAndDay) => one?.name === other?.name && (one?.day ?? null) === (other?.day ?? null)

export const stageCalls = defineCalls('Orders', 'stages', {
  compare: {
    method: 'POST',
    path: '/order-stages/compare',
    policy: 'admin',
    permissions: ['orders', 'parts'],
    scopes: ['shipping', 'stock'],
    summary: 'What setting these stages would do; nothing is changed',
    mayRepeat: true,
    body: StagesToSet,
    bodyLimitBytes: 512 * 1024,
    response: Type.Object({ lines: Type.Array(StageAnswer) }),
  },
  set: {
    method: 'POST',
    path: '/order-stages',
    policy: 'admin',
    permissions: ['orders', 'parts'],
    scopes: ['shipping', 'stock'],
    summary: `Say how far the shop is with what it makes for up to ${MAXIMUM_STAGE_LINES} orders; each line by itself, as many answers as lines`,
    onceByKey: true,
    body: StagesToSet,
    bodyLimitBytes: 512 * 1024,
    response: Type.Object({ lines: Type.Array(StageAnswer) }),
  },
})
