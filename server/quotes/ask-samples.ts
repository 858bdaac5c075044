import { eq } from 'drizzle-orm'
import { STOCK_LEAD_DAYS } from '#contract/basics/limits.ts'
import { centsToDollars, totalOf, unitPriceToDollars } from '#contract/basics/money.ts'
import { sampleMessages } from '#contract/parts/samples.ts'
import { quotes } from '#database/tables/quotes.ts'
import { invalidField, ShopError } from '../errors.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { samplesLeft } from '../parts/samples-left.ts'
import { requireChargeable } from '../payments/charge-limits.ts'
import { answerOnce, type RepeatableRequest } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { findTrust } from '../trust/find-trust.ts'
import { loadParts } from './match-lines.ts'
import { keepQuote } from './save-quote.ts'

/**
 * Makes a quote of samples of a part. Nothing is set aside: what is left to the buyer is counted again when it is ordered.
 * @throws ShopError NOT_FOUND for a part that is not on sale; INVALID_INPUT at `quantity` for more than are left, and for a sum that no card
 *   can pay; TOO_MANY_QUOTES, CONFIRM_FIRST or PAY_FIRST; TOO_MANY_REQUESTS.
 */
export async function askSamples(
  { db, identity, settings, payments }: Pick<Services, 'db' | 'identity' | 'settings' | 'payments'>,
  request: RepeatableRequest,
  caller: Caller,
  partId: string,
  quantity: number,
): Promise<{ quoteId: string; number: string }> {
  await identity.countAttempt('quote-work', caller.userId)
  const trust = await findTrust(db, settings, caller.userId)
  return answerOnce(db, request, caller, async (tx) => {
    await requireLiveCaller(tx, caller)
    const part = (await loadParts(tx, [partId])).get(partId)
    if (!part?.isOnSale) throw new ShopError('NOT_FOUND')
    const left = await samplesLeft(tx, caller.userId, partId)
    if (!left) throw invalidField('quantity', sampleMessages.none)
    if (quantity > left.pieces) throw invalidField('quantity', sampleMessages.left(left.pieces))
    const totalCents = totalOf(left.priceAt(quantity), quantity)
    requireChargeable('quantity', totalCents, payments)
    const line = {
      row: 1,
      text: part.partNumber,
      asked: String(quantity),
      status: 'matched' as const,
      notes: [],
      partsId: partId,
      partNumber: part.partNumber,
      name: part.name,
      quantity,
      unitPrice: unitPriceToDollars(left.priceAt(quantity)),
      lineTotal: centsToDollars(totalCents),
      available: part.available,
      leadDays: STOCK_LEAD_DAYS,
      priceBreaks: [],
      betterBuy: null,
      candidates: [],
    }
    const priced = { lines: [line], total: centsToDollars(totalCents), matched: 1, totalCents }
    const quoteId = await keepQuote(tx, caller, trust, priced, { name: '', note: '' }, { isSample: true })
    const [quote] = await tx.select({ number: quotes.number }).from(quotes).where(eq(quotes.id, quoteId))
    return { quoteId, number: quote!.number } // just written
  })
}
