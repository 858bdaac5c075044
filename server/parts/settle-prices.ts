import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { changedPrices, priceChanges } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'

/** Parts per transaction; a buyer's hold waits for these at most. */
const PARTS_AT_ONCE = 250

/** State of a change; `gone` when it was rolled back and deleted. */
type State = 'made' | 'undone' | 'gone'

/**
 * Writes the prices of a change, or reverts them where it is undone, in batches. Every call resumes after the last batch, so that a
 * crash leaves nothing half done. A part whose price is not the expected one, or that is gone, rolls the change back: parts already
 * written get their former prices, except those that were changed since. A new change that is rolled back is deleted.
 * @returns also the names of such parts, of those that this call has met.
 */
export async function settlePrices(db: Database, changeId: string): Promise<{ state: State; moved: string[] }> {
  const moved: string[] = []
  for (;;) {
    const settled = await transaction(db, (tx) => settleSome(tx, changeId))
    if ('state' in settled) return { ...settled, moved }
    moved.push(...settled.moved)
  }
}

/** Resumes changes that a terminated process left unfinished. */
export async function settlePriceChanges(db: Database): Promise<void> {
  const underway = await db
    .select({ id: priceChanges.id })
    .from(priceChanges)
    .where(isNotNull(priceChanges.underway))
    .orderBy(asc(priceChanges.position))
  for (const { id } of underway) await settlePrices(db, id)
}

type Change = typeof priceChanges.$inferSelect

async function settleSome(tx: Transaction, changeId: string): Promise<{ state: State } | { moved: string[] }> {
  const isThis = eq(priceChanges.id, changeId)
  const [change] = await tx.select().from(priceChanges).where(isThis).for('update')
  if (!change) return { state: 'gone' }
  if (change.underway === null) return { state: stateOf(change) }
  const { parts, moved } = await writeSome(tx, change)
  if (parts === 0) return { state: await end(tx, change) }
  if (moved.length > 0 && change.underway === 'writing') {
    const undoneAt = sql`case when ${priceChanges.undoneAt} is null then now() end`
    await tx.update(priceChanges).set({ underway: 'giving-up', undoneAt }).where(isThis)
    return { moved }
  }
  return { moved: [] }
}

const stateOf = ({ undoneAt }: Change): State => (undoneAt === null ? 'made' : 'undone')

/** Ends a change when all parts are written. */
async function end(tx: Transaction, change: Change): Promise<State> {
  const { id, underway } = change
  const state = stateOf(change)
  if (underway === 'giving-up' && state === 'undone') {
    await tx.delete(changedPrices).where(eq(changedPrices.changeId, id))
    await tx.delete(priceChanges).where(eq(priceChanges.id, id))
    return 'gone'
  }
  await tx.update(priceChanges).set({ underway: null }).where(eq(priceChanges.id, id))
  if (underway === 'giving-up') return state
  const parts = await tx.$count(changedPrices, eq(changedPrices.changeId, id))
  if (state === 'undone') await writeAudit(tx, actorOf(change), 'undo-prices', id, { parts })
  else await writeAudit(tx, actorOf(change), 'change-prices', id, { percent: Number(change.percent), parts })
  return state
}

const actorOf = ({ actorId, undoneBy }: Change) => ({ userId: undoneBy ?? actorId })

/**
 * Writes the next parts with their history, in the order of their ids, as in every transaction; otherwise two could deadlock. Writes
 * none where one has an unexpected price, unless the change is rolled back: then such a part keeps it.
 * @returns the number of parts processed, and the names of those with an unexpected price.
 */
async function writeSome(tx: Transaction, change: Change): Promise<{ parts: number; moved: string[] }> {
  const { id, undoneAt, underway } = change
  const isWritten = undoneAt !== null
  const before = { price: changedPrices.priceBefore, breaks: changedPrices.breaksBefore }
  const after = { price: changedPrices.priceAfter, breaks: changedPrices.breaksAfter }
  const [was, is] = isWritten ? [after, before] : [before, after]
  const { rows } = await tx.execute<{ parts: number; moved: string[] }>(sql`
    with batch as materialized (
      select part_id, ${was.price} as price_was, ${was.breaks} as breaks_was, ${is.price} as price_is, ${is.breaks} as breaks_is
      from changed_prices where change_id = ${id} and is_written = ${isWritten} order by part_id limit ${PARTS_AT_ONCE}
    ), locked as materialized (
      select id, name, price, price_breaks, deleted_at from parts where id in (select part_id from batch) order by id for no key update
    ), same as materialized (
      select batch.* from batch join locked on locked.id = part_id
      where price = price_was and price_breaks = breaks_was and deleted_at is null
    ), moved as materialized (
      select name from locked where id not in (select part_id from same)
    ), judged as materialized (
      select ${underway === 'giving-up'} or not exists (select from moved) as may_write
    ), written as (
      update parts set price = price_is, price_breaks = breaks_is from same, judged where parts.id = part_id and may_write
    ), recorded as (
      insert into part_changes (part_id, actor_id, field, before, after)
      select part_id, ${actorOf(change).userId}::uuid, field, before, after
      from judged, same cross join lateral (values
        ('price', price_was::text, price_is::text),
        ('priceBreaks', history_text('priceBreaks', breaks_was), history_text('priceBreaks', breaks_is))) as kept (field, before, after)
      where may_write and before <> after order by part_id, field
    ), marked as (
      update changed_prices as entry set is_written = not is_written from batch, judged
      where entry.change_id = ${id} and entry.part_id = batch.part_id and may_write
    )
    select (select count(*)::int from batch) as parts, array(select name from moved) as moved`)
  return rows[0]! // the selects without a table are always one row
}
