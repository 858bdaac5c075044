import { desc, eq, sql } from 'drizzle-orm'
import { searchMessages, type SearchAnswer } from '#contract/parts/searches.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { searchAnswers } from '#database/tables/searches.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'

/** Answers shown; beyond them the shop needs an import rather than a list. */
const SHOWN = 1_000

/**
 * Assigns a text to a part, by the part's number or whole name, or, with null, records that the shop does not sell it. A text has one
 * answer, the last.
 * @throws ShopError INVALID_INPUT at `text` without letters and digits, or the number or name of another part; at `part` for one that is not on sale or not the only one.
 */
export async function answerSearch(tx: Transaction, admin: Caller, text: string, part: string | null): Promise<number> {
  const { rows } = await tx.execute<{ form: string; found: string[] }>(sql`
    select search_form(${text}) as form, array(
      select id from parts where deleted_at is null and search_form(${part}) in (search_number, search_name) limit 2) as found`)
  const { form, found } = rows[0]! // one row without a FROM
  if (form === '') throw invalidField('text', searchMessages.textRequired)
  const partId = part === null ? null : found[0]
  if (partId === undefined || (part !== null && found.length > 1)) throw invalidField('part', searchMessages.partUnknown)
  const named = await tx.execute(sql`
    select from parts where deleted_at is null and ${form} in (search_number, search_name) and id is distinct from ${partId}::uuid limit 1`)
  if (named.rows.length > 0) throw invalidField('text', searchMessages.textNamesAnother)
  await tx
    .insert(searchAnswers)
    .values({ form, text: text.trim(), partId })
    .onConflictDoUpdate({ target: searchAnswers.form, set: { text: text.trim(), partId, answeredAt: databaseNow } })
  await writeAudit(tx, admin, 'answer-search', partId ?? text.trim(), { text: text.trim() })
  return 1
}

export async function listAnswers(db: Queryable): Promise<SearchAnswer[]> {
  const rows = await db
    .select({
      _id: searchAnswers.id,
      text: searchAnswers.text,
      part: { _id: parts.id, name: parts.name, partNumber: parts.partNumber },
      at: searchAnswers.answeredAt,
    })
    .from(searchAnswers)
    .leftJoin(parts, eq(parts.id, searchAnswers.partId))
    .orderBy(desc(searchAnswers.answeredAt))
    .limit(SHOWN)
  return rows.map(({ at, ...answer }) => ({ ...answer, at: at.toISOString() }))
}

/** @throws ShopError NOT_FOUND */
export async function forgetAnswer(tx: Transaction, admin: Caller, id: string): Promise<1> {
  const [forgotten] = await tx.delete(searchAnswers).where(eq(searchAnswers.id, id)).returning()
  if (!forgotten) throw new ShopError('NOT_FOUND')
  await writeAudit(tx, admin, 'forget-search-answer', forgotten.partId ?? forgotten.text, { text: forgotten.text })
  return 1
}
