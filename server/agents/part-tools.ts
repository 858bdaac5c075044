import Type from 'typebox'
import { strictObject, text } from '#contract/basics/fields.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { QuoteRequestLine } from '#contract/quotes/quotes.ts'
import { ShopError } from '../errors.ts'
import { findPartsByNumber } from '../parts/parts-by-number.ts'
import { searchParts } from '../parts/search-parts.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { priceLines } from '../quotes/price-lines.ts'
import { tool } from './tool.ts'

/** Parts per search: as many as a language model can read. */
const HITS = 20
/** Lines of one list. A longer one is a matter for the API. */
export const MOST_LINES = 500

export const Lines = Type.Array(QuoteRequestLine, { minItems: 1, maxItems: MOST_LINES })

export const partTools = [
  tool(
    {
      name: 'search_parts',
      title: 'Search parts',
      description: `Find TV parts by number, name or attributes. Prices are US dollars per piece; at most ${HITS} parts.`,
      readOnly: true,
      input: strictObject({
        query: text(TEXT_LIMITS.search, { description: "Part number or words, such as 'T-CON 55'" }),
        inStock: Type.Optional(Type.Boolean({ description: 'Only parts that can be ordered now' })),
        page: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'From 0' })),
      }),
    },
    async ({ services }, { query, inStock, page }) => {
      const { count, parts } = await searchParts(services.db, { q: query, size: HITS, ...(inStock && { inStock }), ...(page && { page }) })
      return {
        count,
        parts: parts.map(({ _id, partNumber, name, price, available }) => ({ partsId: _id, partNumber, name, price, available })),
      }
    },
  ),
  tool(
    {
      name: 'get_part',
      title: 'Get a part',
      description:
        'Price ladder, stock, minimum order and lead time of one part, by its number of today or before, or the number that its buyer uses.',
      readOnly: true,
      input: strictObject({ partNumber: text(TEXT_LIMITS.partNumber) }),
    },
    async ({ services, caller }, { partNumber }) => {
      const [found] = await findPartsByNumber(services.db, caller.userId, [partNumber])
      if (!found?.part) throw new ShopError('NOT_FOUND')
      return found.part
    },
  ),
  tool(
    {
      name: 'price_list',
      title: 'Price a list',
      description: `Find and price up to ${MOST_LINES} lines at today's prices; saves nothing. Lines that are 'ambiguous' or 'unknown' have candidates: send the line again with the 'partsId' of the right one.`,
      readOnly: true,
      input: strictObject({ lines: Lines }),
    },
    async ({ services, caller, ip }, { lines }) => {
      const network = networkOf(ip)
      await services.identity.countAttempt('quote-call', network)
      await services.identity.countAttempt('quote-lines', network, lines.length)
      const { lines: priced, total, matched } = await priceLines(services, lines, caller.userId)
      return { lines: priced, total, matched }
    },
  ),
]
