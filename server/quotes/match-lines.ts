import { sql } from 'drizzle-orm'
import { searchForm } from '#contract/basics/fold-text.ts'
import { QUOTE_CANDIDATES } from '#contract/basics/limits.ts'
import type { Expected } from '#contract/parts/parts.ts'
import type { PriceBreak } from '#contract/parts/pricing.ts'
import type { QuoteLineStatus, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { nextDelivery } from '../parts/expected-delivery.ts'
import { beyondStock, type BeyondStock } from '../promises/find-supply.ts'
import { presentBreaks } from '../parts/present-part.ts'
import { guessParts } from './guess-parts.ts'
import { mapInSlices } from './in-slices.ts'
import { measuresOf } from './measures-of.ts'

/** What pricing a line needs of a part. `price` in dollars per piece. */
export type QuotedPart = {
  id: string
  partNumber: string
  name: string
  price: number
  priceBreaks: PriceBreak[]
  available: number
  leadDays: number
  expected: Expected | null
  beyond: BeyondStock | null
  minimumOrder: number | null
  orderStep: number | null
  smallPrices: PriceBreak[] | null
  packPieces: number | null
  packName: string | null
  isOnSale: boolean
}

/** A matched line has its part; other lines have candidates, the likeliest first. */
export type LineMatch = {
  status: Exclude<QuoteLineStatus, 'quantity-unclear'>
  part: QuotedPart | undefined
  candidates: QuotedPart[]
  /** The part that the line names by id, when it is discontinued. */
  discontinued: QuotedPart | undefined
}

/** When more parts than this share one spelling, none of them is a match. */
const MAX_OF_ONE_NAME = 50

/**
 * Finds the part of each line, in the order of the lines. Only a number, one of the buyer's own numbers or a whole
 * name is a match, ignoring case, spaces, dashes and slashes; the measures in a name must match as well, because '1.5 mm' and '15 mm' have the same
 * letters and digits. For anything less the buyer chooses.
 */
export async function matchLines(db: Database, lines: readonly QuoteRequestLine[], buyerId?: string): Promise<LineMatch[]> {
  const known = await loadParts(db, unique(lines.flatMap(({ partsId }) => partsId ?? [])))
  const isChosen = ({ partsId }: QuoteRequestLine) => partsId !== undefined && known.get(partsId)?.isOnSale === true
  const texts = unique(lines.flatMap((line) => (isChosen(line) ? [] : [line.text])))
  const found = await findSpellings(db, texts, buyerId)
  const nearest = await guessParts(
    db,
    texts.filter((text) => isStrange(found.get(text)!)),
  )
  const ids = [...found.values()].flatMap(({ byNumber, byName }) => [...byNumber, ...byName])
  const all = await loadParts(db, unique([...ids, ...[...nearest.values()].flat()]))

  const matches = new Map(await mapInSlices(texts, (text) => [text, decide(text, found.get(text)!, nearest, all)] as const))
  return lines.map((line) => {
    if (isChosen(line)) return matched(known.get(line.partsId!)!)
    const match = matches.get(line.text)!
    if (line.partsId === undefined) return match
    // The chosen part is discontinued. The buyer has to choose another one, even if it has the same name.
    const candidates = match.part ? [match.part] : match.candidates
    return { status: 'unknown', part: undefined, candidates, discontinued: known.get(line.partsId) }
  })
}

/** A text reduced to letters and digits, and the ids of the parts on sale with exactly this number, or that it means by the shop's or the buyer's word, or this name. */
type Spelling = { form: string; byNumber: string[]; byName: string[] }

const isStrange = ({ form, byNumber, byName }: Spelling) => form !== '' && byNumber.length === 0 && byName.length === 0

/** One statement for all texts; each spelling is looked up once. */
async function findSpellings(db: Queryable, texts: string[], buyerId: string | undefined): Promise<Map<string, Spelling>> {
  if (texts.length === 0) return new Map()
  const { rows } = await db.execute<{ form: string; places: number[]; byNumber: string[]; byName: string[] }>(sql`
    select form, places,
      array(
        select id from parts where search_number = form and deleted_at is null and form <> ''
        union select part_id from search_answers join parts on parts.id = part_id where search_answers.form = forms.form and deleted_at is null
          and not exists (select from parts as named where named.search_number = forms.form and named.deleted_at is null)
        union select part_id from customer_part_numbers as own join parts on parts.id = part_id
          where own.user_id = ${buyerId ?? null} and own.form = forms.form and deleted_at is null
      ) as "byNumber",
      array(
        select id from parts where search_name = form and deleted_at is null and form <> '' order by position limit ${MAX_OF_ONE_NAME}
      ) as "byName"
    from (
      select search_form(text) as form, array_agg(place::int) as places
      from unnest(${sql.param(texts)}::text[]) with ordinality as asked (text, place)
      group by 1
    ) as forms`)
  return new Map(rows.flatMap(({ places, ...spelling }) => places.map((place) => [texts[place - 1]!, spelling] as const)))
}

function decide(text: string, spelling: Spelling, nearest: Map<string, string[]>, all: Map<string, QuotedPart>): LineMatch {
  const named = partsOf(all, spelling.byName)
  const same = measuresOf(text)
  const agreeing = named.filter(({ name }) => measuresOf(name) === same)
  const meant = unique([...partsOf(all, spelling.byNumber), ...agreeing])
  if (meant.length === 1 && named.length < MAX_OF_ONE_NAME) return matched(meant[0]!)
  const fitting = unique([...meant, ...named])
  if (fitting.length > 0) return unmatched('ambiguous', fitting)

  const near = partsOf(all, nearest.get(text) ?? [])
  const holdsText = near.filter(
    (part) => searchForm(part.name).includes(searchForm(text)) || searchForm(part.partNumber).includes(searchForm(text)),
  )
  return holdsText.length > 0 ? unmatched('ambiguous', unique([...holdsText, ...near])) : unmatched('unknown', near)
}

const matched = (part: QuotedPart): LineMatch => ({ status: 'matched', part, candidates: [], discontinued: undefined })

const unmatched = (status: 'ambiguous' | 'unknown', candidates: QuotedPart[]): LineMatch => ({
  status,
  part: undefined,
  candidates: candidates.slice(0, QUOTE_CANDIDATES),
  discontinued: undefined,
})

/** Those of the ids that are on sale, in their order. */
const partsOf = (all: Map<string, QuotedPart>, ids: string[]) => ids.flatMap((id) => all.get(id) ?? []).filter(({ isOnSale }) => isOnSale)

const unique = <T>(items: T[]) => [...new Set(items)]

/** Parts by id, including discontinued ones; one statement. */
export async function loadParts(db: Queryable, ids: string[]): Promise<Map<string, QuotedPart>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: parts.id,
      partNumber: parts.partNumber,
      name: parts.name,
      price: parts.price,
      priceBreaks: parts.priceBreaks,
      available: parts.available,
      leadDays: parts.leadDays,
      expected: nextDelivery,
      beyond: beyondStock,
      minimumOrder: parts.minimumOrder,
      orderStep: parts.orderStep,
      smallPrices: parts.smallPrices,
      packPieces: parts.packPieces,
      packName: parts.packName,
      deletedAt: parts.deletedAt,
    })
    .from(parts)
    .where(sql`${parts.id} = any(${sql.param(ids)}::uuid[])`)
  const read = await mapInSlices(rows, ({ deletedAt, smallPrices, ...row }): [string, QuotedPart] => [
    row.id,
    {
      ...row,
      price: Number(row.price),
      priceBreaks: presentBreaks(row.priceBreaks),
      smallPrices: smallPrices && presentBreaks(smallPrices),
      isOnSale: deletedAt === null,
    },
  ])
  return new Map(read)
}
