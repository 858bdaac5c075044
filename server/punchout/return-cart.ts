import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { CallBody } from '#contract/basics/call.ts'
import { messages } from '#contract/basics/messages.ts'
import { punchoutMessages, type PunchoutReturn, type punchoutCalls } from '#contract/quotes/punchout.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { punchoutSessions } from '#database/tables/punchout.ts'
import { quotes } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { keepChange } from '../quotes/change-quote.ts'
import { priceLines, type PricedQuote } from '../quotes/price-lines.ts'
import { requireSeenTotal } from '../quotes/require-seen-total.ts'
import { keepQuote } from '../quotes/save-quote.ts'
import type { Services } from '../services.ts'
import { findTrust, type Trust } from '../trust/find-trust.ts'
import { cartLines } from './cart.ts'
import { findSession, type Session } from './find-session.ts'
import { presentReturn } from './present-return.ts'

type Shop = Pick<Services, 'db' | 'identity' | 'settings'>
type Kept = { quoteId: string; quoteVersion: number }

/**
 * Prices the cart of a session, saves it as a quote of the connection's account, and returns what the browser posts to the
 * procurement system. A session has one quote: the same lines again give the same answer, other lines its next version. A session
 * that only shows a cart returns that cart.
 * @throws ShopError PUNCHOUT_OVER; INVALID_INPUT without lines; QUOTE_NOT_ORDERABLE with the lines without a part; TOTAL_CHANGED or LINES_UNCLEAR with
 *   today's total when the buyer saw another; TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST; TOO_MANY_REQUESTS.
 */
export async function returnCart(
  { db, identity, settings }: Shop,
  { token, lines, total }: CallBody<typeof punchoutCalls.return>,
): Promise<PunchoutReturn> {
  const session = await findSession(db, token)
  if (session.operation === 'inspect') return presentReturn({ db, settings }, session)
  if (lines.length === 0) throw invalidField('lines', messages.quoteNeedsLines)
  const { userId } = session.caller
  await identity.countAttempt('quote-work', userId, lines.length)
  const priced = await priceLines({ db, settings }, lines, userId)
  const cartHash = hashOfCart(priced)
  requireSeenTotal(priced, total)
  const trust = await findTrust(db, settings, userId)
  const kept = await transaction(db, async (tx) => {
    // Locks the connection's row, so that concurrent requests of one session come one after the other.
    await requireLiveCaller(tx, session.caller)
    const before = await readSession(tx, session)
    if (before.cartHash === cartHash && before.quoteId !== null) return before as Kept
    const after = await keepCart(tx, session, before, trust, priced)
    await tx
      .update(punchoutSessions)
      .set({ ...after, cartHash })
      .where(eq(punchoutSessions.id, session.id))
    return after
  })
  return presentReturn({ db, settings }, { ...session, ...kept })
}

/** The fields that a transfer repeats: parts, pieces, prices and deliveries. @throws ShopError QUOTE_NOT_ORDERABLE */
function hashOfCart({ lines }: PricedQuote): string {
  const content = cartLines(lines).map(({ partsId, quantity, unitPrice }, index) => {
    const { releases } = lines[index]! // each is a line of the cart
    return [partsId, quantity, unitPrice, ...(releases?.flatMap(({ pieces, wishedOn }) => [pieces, wishedOn]) ?? [])]
  })
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** The current state. @throws ShopError PUNCHOUT_OVER */
async function readSession(tx: Transaction, { id }: Session) {
  const [now] = await tx
    .select({ quoteId: punchoutSessions.quoteId, quoteVersion: punchoutSessions.quoteVersion, cartHash: punchoutSessions.cartHash })
    .from(punchoutSessions)
    .where(and(eq(punchoutSessions.id, id), gt(punchoutSessions.expiresAt, databaseNow)))
  if (!now) throw new ShopError('PUNCHOUT_OVER', { message: punchoutMessages.sessionOver })
  return now
}

/** The next version of the session's quote; a new quote where there is none, or its owner has changed or deleted it in the meantime. */
async function keepCart(
  tx: Transaction,
  { caller }: Session,
  { quoteId, quoteVersion }: { quoteId: string | null; quoteVersion: number | null },
  trust: Trust,
  priced: PricedQuote,
): Promise<Kept> {
  if (quoteId !== null && quoteVersion !== null) {
    const unchanged = and(eq(quotes.id, quoteId), eq(quotes.version, quoteVersion), isNull(quotes.deletedAt))
    const [quote] = await tx.select({ id: quotes.id }).from(quotes).where(unchanged).for('update')
    if (quote) return { quoteId, quoteVersion: await keepChange(tx, caller.userId, trust, { quoteId, version: quoteVersion, priced }) }
  }
  return { quoteId: await keepQuote(tx, caller, trust, priced, { name: '', note: '' }), quoteVersion: 1 }
}
