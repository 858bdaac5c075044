import { randomUUID } from 'node:crypto'
import { asc, inArray, sql } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import {
  dayOfStage,
  isSameStage,
  stageProblem,
  stageProblems,
  type StageAnswer,
  type StageLine,
  type StagesToSet,
} from '#contract/orders/stages.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { stageChangedMail } from '../mail/templates/shipping.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentOrder, presentStage } from './lists/present-order.ts'
import { setEventActor } from './set-event-actor.ts'

type Judged = { line: StageLine; order: OrderRow | undefined; answer: StageAnswer }

/** What setting these stages would do. */
export async function compareStages(db: Queryable, asked: StagesToSet): Promise<{ lines: StageAnswer[] }> {
  const judged = judge(asked, await db.select().from(orders).where(named(asked)))
  return { lines: judged.map(({ answer }) => answer) }
}

/**
 * Says how far the shop is with what it makes, each line by itself, and writes to the buyers whose orders have changed, where that is asked for.
 * The timeline keeps each change.
 */
export async function setStages(
  tx: Transaction,
  { settings }: Pick<Services, 'settings'>,
  caller: Caller,
  asked: StagesToSet,
): Promise<{ lines: StageAnswer[] }> {
  await requireLiveCaller(tx, caller)
  await setEventActor(tx, caller)
  // In the order of positions, as those of a group are locked; otherwise two could deadlock.
  const found = await tx.select().from(orders).where(named(asked)).orderBy(asc(orders.position)).for('no key update')
  const judged = judge(asked, found)
  const changed = judged.flatMap(({ order, answer }) => (order && answer.changed ? [{ id: order.id, ...answer.after! }] : [])) // a change leads somewhere
  if (changed.length > 0) {
    await tx.execute(sql`
      update orders set stage = given.name, stage_day = given.day, stage_set_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (id uuid, name text, day date) where orders.id = given.id`)
    const [only, ...others] = changed
    if (only && others.length === 0)
      await writeAudit(tx, caller, 'set-stage', only.id, { state: only.name, ...(only.day && { date: only.day }) })
    else await writeAudit(tx, caller, 'set-stage', 'list', { lines: asked.lines.length, orders: changed.length })
  }
  if (asked.tell && changed.length > 0) {
    const rows = await tx
      .select()
      .from(orders)
      .where(
        inArray(
          orders.id,
          changed.map(({ id }) => id),
        ),
      )
    await queueMails(
      tx,
      rows.map((row) => stageChangedMail(settings, presentOrder(row), randomUUID())),
    )
  }
  return { lines: judged.map(({ answer }) => answer) }
}

/** 'O-000123', also without its letter or zeros; NaN for what is no number of an order. */
const positionOf = ({ number }: StageLine) => Number(/^\s*(?:O-?)?(\d{1,15})\s*$/i.exec(number)?.[1] ?? Number.NaN)

const named = ({ lines }: StagesToSet) => inArray(orders.position, [...lines.map(positionOf).filter(Number.isFinite), -1])

function judge({ lines, correct: mayCorrect = false }: StagesToSet, rows: readonly OrderRow[]): Judged[] {
  const { today } = shopCalendar()
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  const seen = new Set<number>()
  return lines.map((line) => {
    const order = byPosition.get(positionOf(line))
    const isTwice = order !== undefined && seen.has(order.position)
    if (order) seen.add(order.position)
    return { line, order, answer: answerTo(line, order, { today, mayCorrect, isTwice }) }
  })
}

function answerTo(
  line: StageLine,
  order: OrderRow | undefined,
  { isTwice, ...rule }: { today: CalendarDay; mayCorrect: boolean; isTwice: boolean },
): StageAnswer {
  if (!order) return { ...NO_ORDER, number: line.number }
  const before = presentStage(order)
  const problem = isTwice
    ? 'twice'
    : stageProblem(line, { state: order.state, madePieces: Math.max(order.madePieces - order.withdrawnPieces, 0), stage: before }, rule)
  const after = { name: line.stage, day: dayOfStage(line, before, rule.today) }
  return {
    number: orderNumber(order.position),
    orderId: order.id,
    name: order.partName,
    before,
    after: problem ? null : after,
    changed: !problem && !isSameStage(before, after),
    problem: problem ?? null,
    message: problem ? stageProblems[problem] : null,
  }
}

const NO_ORDER = {
  orderId: null,
  name: null,
  before: null,
  after: null,
  changed: false,
  problem: 'unknown',
  message: stageProblems.unknown,
} satisfies Partial<StageAnswer>
