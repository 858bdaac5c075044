import { and, desc, eq, isNotNull, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import type { ContactMessage, ContactPage, messageStates } from '#contract/people/contact.ts'
import { CONTACT_PAGE_SIZE } from '#contract/basics/limits.ts'
import type { Queryable } from '#database/connect.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { quotes } from '#database/tables/quotes.ts'
import { ShopError } from '../errors.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { escapeLike } from '../platform/paging/escape-like.ts'
import { foldText } from '../platform/paging/fold-text.ts'

type State = (typeof messageStates)[number]

const inState: Record<State, SQL> = { waiting: isNull(contactMessages.answeredAt), answered: isNotNull(contactMessages.answeredAt) }
const countOf = (state: State) => sql<number>`(count(*) filter (where ${inState[state]}))::int`

type Asked = { page?: number; size?: number; after?: string; state?: State; q?: string }

/** One page of messages, newest first. `page` counts from 0; page and size (1 to 100) are clamped to their bounds. */
export async function listMessages(db: Queryable, { state, q = '', ...asked }: Asked): Promise<ContactPage> {
  const isFound = await foundBy(db, q)
  const [counted] = await db
    .select({ waiting: countOf('waiting'), answered: countOf('answered') })
    .from(contactMessages)
    .where(isFound)
  const states = counted! // an aggregate is always one row
  const count = state ? states[state] : states.waiting + states.answered
  const { page, size } = clampPage({ size: CONTACT_PAGE_SIZE, ...asked, count })
  const { createdAt, id } = contactMessages
  const isBehind = await behind(db, contactMessages, asked.after, [createdAt, id], { descending: true })
  const rows = await db
    .select(columns)
    .from(contactMessages)
    .leftJoin(quotes, eq(quotes.id, contactMessages.quoteId))
    .where(and(state && inState[state], isFound, isBehind))
    .orderBy(desc(createdAt), desc(id))
    .limit(size)
    .offset(isBehind ? 0 : page * size)
  return { count, states, page, messages: rows.map(present) }
}

/** @throws ShopError NOT_FOUND */
export async function findMessage(db: Queryable, id: string): Promise<ContactMessage> {
  const [message] = await db
    .select(columns)
    .from(contactMessages)
    .leftJoin(quotes, eq(quotes.id, contactMessages.quoteId))
    .where(eq(contactMessages.id, id))
  if (!message) throw new ShopError('NOT_FOUND')
  return present(message)
}

/** The condition of a text: a part of a message, or of its writer's name or email. */
async function foundBy(db: Queryable, q: string): Promise<SQL | undefined> {
  const text = await foldText(db, q)
  if (text === '') return undefined
  const part = `%${escapeLike(text)}%`
  const { message, name, email } = contactMessages
  return or(...[message, name, email].map((column) => like(sql`fold_text(${column})`, part)))
}

const columns = { message: contactMessages, quoteNumber: quotes.number }
type Row = { message: typeof contactMessages.$inferSelect; quoteNumber: string | null }

const present = ({ message: { id, createdAt, answeredAt, quoteId, ...written }, quoteNumber }: Row): ContactMessage => ({
  _id: id,
  ...written,
  createdAt: createdAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
  ...(quoteId !== null && quoteNumber !== null && { quote: { _id: quoteId, number: quoteNumber } }),
})
