import { desc, sql } from 'drizzle-orm'
import type { ContactPage } from '#contract/people/contact.ts'
import { CONTACT_PAGE_SIZE } from '#contract/basics/limits.ts'
import type { Queryable } from '#database/connect.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'

/** One page of messages, newest first. `page` counts from 0; page and size (1 to 100) are clamped to their bounds. */
export async function listMessages(db: Queryable, page = 0, size: number = CONTACT_PAGE_SIZE): Promise<ContactPage> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(contactMessages)
  const count = row?.count ?? 0
  const answered = clampPage({ page, size, count })
  const rows = await db
    .select()
    .from(contactMessages)
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(answered.size)
    .offset(answered.page * answered.size)
  const messages = rows.map(({ id, createdAt, answeredAt, ...written }) => ({
    _id: id,
    ...written,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
  return { count, page: answered.page, messages }
}
