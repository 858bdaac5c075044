import { centsToDollars, roundToCents, toCents, totalOf } from '#contract/basics/money.ts'
import { incoterms } from '#contract/freight/freight.ts'
import { methodMessages, type AnsweredChoice, type FreightChoices, type FreightQuestion } from '#contract/freight/methods.ts'
import { kgOf } from '#contract/freight/price.ts'
import { leadDaysFor, shipDay, shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { unitPriceAt } from '#contract/parts/pricing.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { invalidField } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { findQuote } from '../quotes/find-quote.ts'
import { loadParts } from '../quotes/match-lines.ts'
import { HIGHEST_TOTAL_CENTS } from '../quotes/price-lines.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { placeOfAddress } from '../taxes/place-of-address.ts'
import type { Destination } from '../taxes/tax-services.ts'
import { findFreightChoices, type ConsignedLine } from './find-choices.ts'
import { placeKey } from './place-key.ts'

type Shop = Pick<Services, 'db' | 'settings'>
type AskedLine = ConsignedLine & { row: number; leadDays: number }

/**
 * All choices of freight with price, total and day, for each address that the lines go to. Nothing is saved.
 * @throws ShopError INVALID_INPUT without lines or a quote, or with a part that is not on sale, or more
 *   than the shop can bill; NOT_FOUND for a quote of somebody else.
 */
export async function offerChoices(shop: Shop, caller: Caller, question: FreightQuestion): Promise<FreightChoices> {
  await applySettings(shop)
  const calendar = shopCalendar(shop.settings.shop.holidays)
  const lines = await linesOf(shop, caller, question, calendar)
  const usual = question.shipTo ?? placeOfAddress({ address: question.address, country: question.country })
  const elsewhere = new Map<number, Destination>(question.elsewhere?.map(({ row, shipTo }) => [row, shipTo]))
  const groups = [...Map.groupBy(lines, ({ row }) => placeKey(elsewhere.get(row) ?? usual)).values()]
  const consignments = groups.map((together) => ({ to: elsewhere.get(together[0]!.row) ?? usual, lines: together }))
  const found = await findFreightChoices(shop, consignments)
  if (!found) return { offered: false, consignments: [] }
  return {
    offered: true,
    consignments: consignments.map(({ lines: together }, index) => {
      const { choices, whole } = found[index]! // found for each consignment
      const { goods, weight } = whole
      const ships = shipDay(Math.max(...together.map(({ leadDays }) => leadDays)), calendar)
      return {
        rows: [...new Set(together.map(({ row }) => row))],
        goods: centsToDollars(goods),
        grossKg: weight === null ? null : kgOf(weight),
        choices: choices.map(({ methodId, cents, incoterm, transitDays, ...choice }): AnsweredChoice => ({
          ...choice,
          method: methodId,
          price: cents === null ? null : centsToDollars(toCents(cents)),
          total: cents === null ? null : centsToDollars(toCents(goods + cents)),
          incoterm,
          incotermText: incoterms[incoterm.code],
          ships,
          arrives: transitDays === null ? null : shipDay(transitDays, { ...calendar, today: ships }),
        })),
      }
    }),
  }
}

/** What is carried of the lines of a quote; those without a part are left out. */
export const consignedLines = (lines: QuoteLine[]): AskedLine[] =>
  lines.flatMap(({ row, partsId, quantity, lineTotal, leadDays, releases }) => {
    if (partsId === null || quantity === null || lineTotal === null) return []
    const line = { row, partId: partsId, leadDays: leadDays ?? 0 }
    if (!releases) return [{ ...line, pieces: quantity, totalCents: roundToCents(lineTotal)! }]
    return releases.map(({ pieces, total, wishedOn }) => ({ ...line, pieces, totalCents: roundToCents(total)!, day: wishedOn }))
  })

async function linesOf(shop: Shop, { userId }: Caller, { lines, quote }: FreightQuestion, calendar: ShopCalendar): Promise<AskedLine[]> {
  if (quote) {
    const found = await findQuote(shop, userId, quote.id, quote.version)
    return consignedLines(found.lines)
  }
  if (!lines) throw invalidField('lines', methodMessages.linesMissing)
  const parts = await loadParts(shop.db, [...new Set(lines.map(({ partsId }) => partsId))])
  let sumCents = 0
  return lines.map(({ partsId, quantity, total }, index) => {
    const part = parts.get(partsId)
    if (!part?.isOnSale) throw invalidField(`lines.${index}.partsId`, methodMessages.partUnknown)
    const totalCents = (total === undefined ? undefined : roundToCents(total)) ?? totalOf(unitPriceAt(part, quantity), quantity)
    sumCents += totalCents
    if (sumCents > HIGHEST_TOTAL_CENTS) throw invalidField(`lines.${index}.quantity`, methodMessages.tooMuch)
    return { row: index + 1, partId: partsId, pieces: quantity, totalCents, leadDays: leadDaysFor(quantity, part, calendar) }
  })
}
