import { asc, count, sql } from 'drizzle-orm'
import { MAXIMUM_SYNONYMS, searchMessages, SYNONYM_WORDS, type Synonym } from '#contract/parts/searches.ts'
import { databaseNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { synonyms } from '#database/tables/searches.ts'
import { invalidField } from '../errors.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'

export const listSynonyms = (db: Queryable): Promise<Synonym[]> =>
  db.select({ words: synonyms.words, means: synonyms.means }).from(synonyms).orderBy(asc(synonyms.words))

/**
 * Removes synonyms by their words, then adds others; one with known words replaces it. Returns the number of rows.
 * @throws ShopError INVALID_INPUT at the synonym without words or with too many, or when they become too many.
 */
export async function changeSynonyms(
  tx: Transaction,
  admin: Actor,
  { remove, add }: { remove: readonly string[]; add: readonly Synonym[] },
): Promise<number> {
  await tx.execute(sql`lock table ${synonyms} in share row exclusive mode`) // so that two changes at once are counted one after the other
  const forms = await formsOf(tx, [...remove, ...add.map(({ words }) => words)])
  const removed = await tx.delete(synonyms).where(sql`${synonyms.form} = any (${sql.param(forms.slice(0, remove.length))}::text[])`)
  const added = add.map(({ words, means }, index) => {
    const form = forms[remove.length + index]!
    if (form === '' || words.trim().split(/\s+/).length > SYNONYM_WORDS)
      throw invalidField(`add.${index}.words`, searchMessages.synonymWords)
    return { form, words: words.trim(), means: means.trim() }
  })
  // Of two with the same words, the last.
  const once = [...new Map(added.map((synonym) => [synonym.form, synonym])).values()]
  if (once.length > 0) {
    await tx
      .insert(synonyms)
      .values(once)
      .onConflictDoUpdate({
        target: synonyms.form,
        set: { words: sql`excluded.words`, means: sql`excluded.means`, addedAt: databaseNow },
      })
  }
  const [kept] = await tx.select({ count: count() }).from(synonyms)
  if (kept!.count > MAXIMUM_SYNONYMS) throw invalidField('add', searchMessages.tooManySynonyms)
  await writeAudit(tx, admin, 'change-synonyms', 'synonyms', { removed: removed.rowCount ?? 0, added: once.length })
  return (removed.rowCount ?? 0) + once.length
}

async function formsOf(tx: Transaction, texts: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ form: string }>(
    sql`select search_form(text) as form from unnest(${sql.param(texts)}::text[]) with ordinality as asked (text, at) order by at`,
  )
  return rows.map(({ form }) => form)
}
