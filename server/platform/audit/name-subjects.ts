import { inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Queryable } from '#database/connect.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { mails } from '#database/tables/mails.ts'
import { orderNumberSql, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { quotes } from '#database/tables/quotes.ts'
import { reviews } from '#database/tables/reviews.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Names of the subjects of audit entries, by id: of a part the part's, of an order and a quote its number, of a mail its
 * subject, of a message and a review its author's. Other subjects and deleted rows have none.
 */
export async function nameSubjects(db: Queryable, subjects: string[]): Promise<Map<string, string>> {
  const ids = [...new Set(subjects.filter((subject) => UUID.test(subject)))]
  if (ids.length === 0) return new Map()
  const rows = await unionAll(
    db.select({ id: parts.id, name: parts.name }).from(parts).where(inArray(parts.id, ids)),
    db.select({ id: orders.id, name: orderNumberSql }).from(orders).where(inArray(orders.id, ids)),
    db.select({ id: quotes.id, name: quotes.number }).from(quotes).where(inArray(quotes.id, ids)),
    db.select({ id: mails.id, name: mails.subject }).from(mails).where(inArray(mails.id, ids)),
    db.select({ id: contactMessages.id, name: contactMessages.name }).from(contactMessages).where(inArray(contactMessages.id, ids)),
    db.select({ id: reviews.id, name: reviews.displayName }).from(reviews).where(inArray(reviews.id, ids)),
    db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(inArray(apiKeys.id, ids)),
  )
  return new Map(rows.map(({ id, name }) => [id, name ?? '']))
}
