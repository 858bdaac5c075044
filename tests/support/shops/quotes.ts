import { eq, sql } from 'drizzle-orm'
import type { NewQuote, Quote } from '#contract/quotes/quotes.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import type { Client, TestShop } from './open-shop.ts'

/** A saved quote of the caller. */
export async function saveQuote(buyer: Client, quote: NewQuote): Promise<Quote> {
  const answer = await buyer.post('/quotes', quote)
  if (answer.statusCode !== 200) throw new Error(`The quote was refused: ${answer.body}`)
  return answer.json()
}

/** Moves all versions of a quote 30 days into the past. */
export async function expireQuote({ db }: TestShop, { _id }: Pick<Quote, '_id'>): Promise<void> {
  await db
    .update(quoteVersions)
    .set({ validUntil: sql`now() - interval '1 second'` })
    .where(eq(quoteVersions.quoteId, _id))
}

/** A saved quote of this many lines, all of them the same part. */
export async function saveLongQuote({ db, addPart }: TestShop, buyer: Client, lineCount: number): Promise<Quote> {
  const part = await addPart({ available: 1_000_000_000 })
  const saved = await saveQuote(buyer, { lines: [{ text: part.partNumber, quantity: 1_000 }] })
  await db.execute(sql`
    insert into quote_lines (quote_id, version, row, text, asked, status, part_id, part_number, part_name, quantity, unit_price, total_cents, lead_days)
    select quote_id, version, n, text, asked, status, part_id, part_number, part_name, quantity, unit_price, total_cents, lead_days
    from quote_lines cross join generate_series(2, ${lineCount}::int) as n where quote_id = ${saved._id}::uuid`)
  return saved
}
