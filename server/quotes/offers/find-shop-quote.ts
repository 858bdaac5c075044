import { and, eq, isNull } from 'drizzle-orm'
import { centsToDollars, toCents, totalOf, unitPriceToDollars } from '#contract/basics/money.ts'
import type { ShopQuote, ShopQuoteLine } from '#contract/quotes/offers.ts'
import { offerPriceAt } from '#contract/parts/pricing.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../../errors.ts'
import { keptQuote, openQuoteWhere, type QuoteSource } from '../find-quote.ts'
import { loadParts } from '../match-lines.ts'
import type { AnswerWithLines } from '../send-lines.ts'

/**
 * Anybody's quote, with today's prices beside those quoted.
 * @throws ShopError NOT_FOUND for an unknown or deleted quote, and for an unknown version.
 */
export async function findShopQuote(source: QuoteSource, quoteId: string, version?: number): Promise<AnswerWithLines> {
  const { db } = source
  const [found] = await db
    .select({
      customer: { _id: users.id, email: users.email, displayName: users.displayName },
      followedUpAt: quotes.followedUpAt,
      heldFor: quotes.heldFor,
    })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .where(and(eq(quotes.id, quoteId), isNull(quotes.deletedAt)))
  if (!found) throw new ShopError('NOT_FOUND')
  const { customer, followedUpAt, heldFor } = found
  const { facts, batches, isOrderable } = await openQuoteWhere(source, keptQuote(customer._id, quoteId), version)
  let listCents = 0

  async function* withListPrices(): AsyncGenerator<ShopQuoteLine[], void, undefined> {
    for await (const lines of batches) {
      const known = await loadParts(db, [...new Set(lines.flatMap(({ partsId }) => partsId ?? []))])
      yield lines.map((line) => {
        const part = partOf(line, known)
        listCents += part && line.quantity !== null ? totalOf(offerPriceAt(part, line.quantity), line.quantity) : 0
        return {
          ...line,
          listPrice: part && line.quantity !== null ? unitPriceToDollars(offerPriceAt(part, line.quantity)) : null,
          ...(part && { partLeadDays: part.leadDays }),
        }
      })
    }
  }
  return {
    lineCount: facts.lineCount,
    batches: withListPrices(),
    rest: (): Omit<ShopQuote, 'lines'> => ({
      ...facts,
      orderable: isOrderable(),
      customer,
      ...(heldFor !== null && { heldFor }),
      followedUpAt: followedUpAt?.toISOString() ?? null,
      listTotal: centsToDollars(toCents(listCents)),
    }),
  }
}

const partOf = <Part extends { isOnSale: boolean }>({ partsId }: QuoteLine, known: Map<string, Part>): Part | null => {
  const part = partsId === null ? undefined : known.get(partsId)
  return part?.isOnSale ? part : null
}
