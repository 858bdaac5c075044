import { eq, sql, type SQL } from 'drizzle-orm'
import { importMessages } from '#contract/parts/imports.ts'
import type { Database } from '#database/connect.ts'
import { imports } from '#database/tables/imports.ts'
import { refused } from './imports.ts'

/** Rows of one statement. Between two, the progress is written and a stop is noticed. */
const ROWS_AT_ONCE = 500

/** A batch of rows by their places, as a condition for `import_rows`; `done` is how much the progress then grows, in rows. */
type Batch = { which: SQL; done: number }

/** The rows with places above `after` and at most `upTo`, in batches that do this share of the work on each. */
export function batchesOf(importId: string, after: number, upTo: number, share = 1): Batch[] {
  const batches: Batch[] = []
  for (let from = after; from < upTo; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, upTo)
    batches.push({ which: sql`import_id = ${importId} and place > ${from} and place <= ${to}`, done: (to - from) * share })
  }
  return batches
}

/** Work on an import in batches. The progress is visible outside of the transaction, and the work can be stopped. */
export async function beginBatches(db: Database, importId: string) {
  await db.update(imports).set({ stopAsked: false, done: 0 }).where(eq(imports.id, importId))
  let done = 0
  /** @throws ShopError IMPORT_REFUSED when a stop was requested. */
  return async (batches: Batch[], work: (which: SQL) => Promise<void>): Promise<void> => {
    for (const batch of batches) {
      await work(batch.which)
      done += batch.done
      const [now] = await db
        .update(imports)
        .set({ done: Math.floor(done) })
        .where(eq(imports.id, importId))
        .returning({ stopAsked: imports.stopAsked })
      if (now?.stopAsked) throw refused([importMessages.stopped])
    }
  }
}
