import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { QuoteChange, QuoteLine, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import type { Transaction } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { missLines } from '../searches/miss-search.ts'
import { findTrust, type Trust } from '../trust/find-trust.ts'
import { requireQuoteRoom } from '../trust/require-quote-room.ts'
import { dropOldestVersion } from './drop-oldest-version.ts'
import { findQuote, ownQuote } from './find-quote.ts'
import { keepVersion } from './keep-version.ts'
import { priceLines, type PricedQuote } from './price-lines.ts'
import { requireSeenTotal } from './require-seen-total.ts'
import { lockOwner, requireQuoteLimits } from './save-quote.ts'

type Shop = Pick<Services, 'db' | 'identity' | 'settings'>

/**
 * Changes the words of a quote, or its lines. Changed lines make a new version at today's prices; earlier versions do not
 * change, and the newest hundred are kept. Of two concurrent changes of one version, one is made; a request sent again with
 * its `Idempotency-Key` changes nothing more.
 * @returns the version that the quote has then.
 * @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is not the newest; TOTAL_CHANGED or LINES_UNCLEAR with today's total when the
 *   buyer saw another; TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST; TOO_MANY_REQUESTS.
 */
export async function changeQuote(
  shop: Shop,
  request: FastifyRequest,
  caller: Caller,
  quoteId: string,
  { version, name, note, lines, total }: QuoteChange,
): Promise<number> {
  const { userId } = caller
  // PricedQuote before any row is locked, because pricing thousands of lines takes long.
  const priced = lines && (await priceCounted(shop, userId, lines))
  const trust = await findTrust(shop.db, shop.settings, userId)

  const changed = await answerOnce(shop.db, request, caller, async (tx) => {
    await requireLiveCaller(tx, caller)
    await requireNewest(tx, userId, quoteId, version)
    if (priced) requireSeenTotal(priced, total)
    const words = { ...(name !== undefined && { name: name.trim() }), ...(note !== undefined && { note: note.trim() }) }
    return { version: await keepChange(tx, userId, trust, { quoteId, version, words, priced }) }
  })
  return changed.version
}

type Change = { quoteId: string; version: number; words?: { name?: string; note?: string }; priced: PricedQuote | undefined }

/**
 * Writes other words, or priced lines as the next version, of a quote whose newest version is `version`. Returns the version that it has
 * then.
 * @throws ShopError QUOTE_CHANGED; TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST
 */
export async function keepChange(
  tx: Transaction,
  userId: string,
  trust: Trust,
  { quoteId, version, words = {}, priced }: Change,
): Promise<number> {
  if (priced) await lockOwner(tx, userId)
  const [quote] = await tx
    .update(quotes)
    .set({ version: sql`${quotes.version} + ${priced ? 1 : 0}`, ...words })
    .where(and(ownQuote(userId, quoteId), eq(quotes.version, version)))
    .returning({ version: quotes.version })
  if (!quote) throw new ShopError('QUOTE_CHANGED')
  if (priced) {
    await dropOldestVersion(tx, quoteId)
    await requireQuoteLimits(tx, userId, { quotes: 0, lines: priced.lines.length })
    await keepVersion(tx, quoteId, quote.version, priced)
    await missLines(tx, userId, priced)
    await requireQuoteRoom(tx, userId, trust)
  }
  return quote.version
}

/**
 * Prices the lines of the newest version again and saves them as a new version. A line keeps its part.
 * @returns and throws as `changeQuote`.
 */
export async function requote(shop: Shop, request: FastifyRequest, caller: Caller, quoteId: string, version: number): Promise<number> {
  const { lines } = await findQuote(shop, caller.userId, quoteId, version)
  return changeQuote(shop, request, caller, quoteId, { version, lines: lines.map(asAskedAgain) })
}

const asAskedAgain = ({
  text,
  asked,
  partsId,
  releases,
}: Pick<QuoteLine, 'text' | 'asked' | 'partsId' | 'releases'>): QuoteRequestLine => ({
  text,
  ...(asked !== '' && { quantity: asked }),
  ...(partsId !== null && { partsId }),
  ...(releases && { releases: releases.map(({ pieces, wishedOn }) => ({ pieces, wishedOn })) }),
})

async function priceCounted(shop: Shop, userId: string, lines: QuoteRequestLine[]) {
  await shop.identity.countAttempt('quote-work', userId, lines.length)
  return priceLines(shop, lines, userId)
}

/** @throws ShopError NOT_FOUND; QUOTE_CHANGED when `version` is not the newest. */
export async function requireNewest(tx: Transaction, userId: string, quoteId: string, version: number): Promise<void> {
  const [quote] = await tx.select({ version: quotes.version }).from(quotes).where(ownQuote(userId, quoteId))
  if (!quote) throw new ShopError('NOT_FOUND')
  if (quote.version !== version) throw new ShopError('QUOTE_CHANGED')
}
