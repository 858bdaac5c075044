import { sql } from 'drizzle-orm'
import { messages } from '#contract/basics/messages.ts'
import type { Transaction } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import type { Trust } from './find-trust.ts'

/**
 * Checks that the account's saved quotes, including the one just saved, stay within its trust: a saved quote pins prices for
 * 30 days. Called in the saving transaction, after `requireUnpaidLimit` of the quotes has locked the account's row. For an account
 * that has paid only the general limits apply.
 * @throws ShopError CONFIRM_FIRST or PAY_FIRST
 */
export async function requireQuoteRoom(tx: Transaction, userId: string, { step, allows }: Trust): Promise<void> {
  if (step === 'paid') return
  const { rows } = await tx.execute<{ quotes: number; pieces: string }>(sql`
    select count(distinct quotes.id)::int as quotes, coalesce(sum(line.quantity) filter (where valid_until > now()), 0) as pieces
    from quotes
    join quote_versions on quote_id = quotes.id and quote_versions.version = quotes.version
    join quote_lines as line on line.quote_id = quotes.id and line.version = quotes.version
    where user_id = ${userId}::uuid and deleted_at is null and held_for is null`)
  const kept = rows[0]! // an aggregate is always one row
  if (kept.quotes > allows.quotes) throw refusal(step, messages.keptQuotes(allows.quotes))
  if (Number(kept.pieces) > allows.quotedPieces) throw refusal(step, messages.keptPieces(allows.quotedPieces))
}

const refusal = (step: 'unconfirmed' | 'confirmed', exceeded: string) =>
  step === 'unconfirmed'
    ? new ShopError('CONFIRM_FIRST', { message: `${exceeded} ${messages.confirmOrDeleteQuotes}` })
    : new ShopError('PAY_FIRST', { message: `${exceeded} ${messages.payOrDeleteQuotes}` })
