import { and, eq, lte } from 'drizzle-orm'
import { importMessages, MAXIMUM_PLANNED_DAYS } from '#contract/parts/imports.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { imports } from '#database/tables/imports.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { Services } from '../services.ts'
import { IMPORT_STATEMENT_MS, leaveOutWrong, requireState, summarize } from './imports.ts'
import { requireSeen, writeImport, type Seen } from './write-import.ts'

const DAY_MS = 86_400_000

/**
 * Has an import written when a day begins (UTC).
 * @throws ShopError NOT_FOUND; INVALID_INPUT at `date` for today, an earlier day, or one too far away; otherwise as `writeImport`.
 */
export async function planImport(
  db: Database,
  settings: Pick<Settings, 'priceFallPercent'>,
  admin: Caller,
  importId: string,
  { date, ...seen }: { date: string } & Seen,
): Promise<{ plannedFor: string }> {
  const plannedFor = new Date(`${date}T00:00:00Z`)
  const aheadMs = plannedFor.getTime() - Date.now()
  if (!(aheadMs > 0 && aheadMs <= MAXIMUM_PLANNED_DAYS * DAY_MS)) throw invalidField('date', importMessages.dayPast)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    await requireState(tx, importId, 'open')
    const counts = await requireSeen(tx, settings, importId, seen)
    await tx.update(imports).set({ state: 'planned', plannedFor, actorId: admin.userId }).where(eq(imports.id, importId))
    await writeAudit(tx, admin, 'plan-import', importId, { date, added: counts.new, changed: counts.changed })
    return { plannedFor: plannedFor.toISOString() }
  })
}

/** Takes an import out of the plan. `modifiedCount` is 0 when it is not planned. */
export async function unplanImport(db: Database, admin: Caller, importId: string): Promise<{ modifiedCount: number }> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(imports)
      .set({ state: 'open', plannedFor: null, createdAt: databaseNow })
      .where(and(eq(imports.id, importId), eq(imports.state, 'planned')))
    if (rowCount === 1) await writeAudit(tx, admin, 'unplan-import', importId)
    return { modifiedCount: rowCount ?? 0 }
  })
}

/**
 * Writes the imports whose day has begun, earliest first, in the name of the people who planned them. Rows that have become wrong are
 * left out. Several processes may run it: one of them writes. Returns the number written.
 */
export async function writePlanned({ db, settings, log }: Pick<Services, 'db' | 'settings' | 'log'>): Promise<number> {
  const due = await db
    .select({ id: imports.id, userId: imports.actorId })
    .from(imports)
    .where(and(eq(imports.state, 'planned'), lte(imports.plannedFor, databaseNow)))
    .orderBy(imports.plannedFor, imports.position)
  let written = 0
  for (const { id, userId } of due) {
    try {
      await writeDue(db, settings, { userId }, id)
      written += 1
    } catch (error) {
      // Another process writes it, or its parts are locked; the next run tries again.
      if (!(error instanceof ShopError)) throw error
      log.warn({ importId: id, fields: error.details.fields }, 'a planned import was not written yet')
    }
  }
  return written
}

async function writeDue(db: Database, settings: Settings, admin: Pick<Caller, 'userId'>, importId: string): Promise<void> {
  await leaveOutWrong(db, importId, 'planned')
  const { counts, fingerprint } = await transaction(db, async (tx) => {
    await allowLongStatements(tx, IMPORT_STATEMENT_MS)
    return summarize(tx, settings, importId)
  })
  if (counts.new + counts.changed === 0) {
    await db
      .update(imports)
      .set({ state: 'written', writtenAt: databaseNow })
      .where(and(eq(imports.id, importId), eq(imports.state, 'planned')))
    return
  }
  await writeImport(db, settings, admin, importId, { fingerprint, confirmed: true, state: 'planned' })
}
