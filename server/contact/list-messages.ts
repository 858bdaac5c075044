import { desc, sql } from 'drizzle-orm'
import type { ContactPage } from '#contract/contact.ts'
import { CONTACT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from '#contract/limits.ts'
import type { Queryable } from '#database/connect.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'

/**
 * One page of what was written to the shop, newest first. `page` counts from 0; both figures are clamped into their
 * bounds (page 0 to the last one, size 1 to 100), so that no call can ask for more than one page's rows.
 */
export async function listMessages(db: Queryable, page = 0, size: number = CONTACT_PAGE_SIZE): Promise<ContactPage> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(contactMessages)
  const count = row?.count ?? 0
  const limit = clamp(size, 1, MAXIMUM_PAGE_SIZE)
  const answered = clamp(page, 0, Math.max(Math.ceil(count / limit) - 1, 0))
  const rows = await db
    .select()
    .from(contactMessages)
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(limit)
    .offset(answered * limit)
  const messages = rows.map(({ id, createdAt, answeredAt, ...written }) => ({
    _id: id,
    ...written,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
  return { count, page: answered, messages }
}

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest)
