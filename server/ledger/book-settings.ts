import { defaultBookSettings, type BookSettings } from '#contract/payments/charts.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { bookSettings } from '#database/tables/postings.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'

export async function readBookSettings(db: Queryable): Promise<BookSettings> {
  const [saved] = await db.select({ values: bookSettings.values }).from(bookSettings)
  return saved?.values ?? defaultBookSettings
}

export async function saveBookSettings(tx: Transaction, admin: Caller, values: BookSettings): Promise<1> {
  await tx
    .insert(bookSettings)
    .values({ values })
    .onConflictDoUpdate({ target: bookSettings.id, set: { values, savedAt: databaseNow } })
  await writeAudit(tx, admin, 'change-books', values.chart, { consultant: values.consultant, client: values.client })
  return 1
}
