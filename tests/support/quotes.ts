import { eq, sql } from 'drizzle-orm'
import type { NewQuote, Quote } from '#contract/quotes.ts'
import { quoteVersions } from '#database/tables/quotes.ts'
import type { Client, TestShop } from './open-shop.ts'

/** A saved quote of whoever asks. */
export async function saveQuote(buyer: Client, quote: NewQuote): Promise<Quote> {
  const answer = await buyer.post('/quotes', quote)
  if (answer.statusCode !== 200) throw new Error(`The quote was refused: ${answer.body}`)
  return answer.json()
}

/** As if the 30 days of all versions of a quote were over. */
export async function expireQuote({ db }: TestShop, { _id }: Pick<Quote, '_id'>): Promise<void> {
  await db.update(quoteVersions).set({ validUntil: sql`now() - interval '1 second'` }).where(eq(quoteVersions.quoteId, _id))
}
