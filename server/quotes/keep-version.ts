import { sql } from 'drizzle-orm'
import type { OrderFreight } from '#contract/freight/freight.ts'
import { QUOTE_DAYS } from '#contract/basics/limits.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { minutesFromNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { quoteLines, quoteVersions } from '#database/tables/quotes.ts'
import type { PricedQuote } from './price-lines.ts'

/** A line of a version; of an offer, whether its missing pieces are made for the order. */
type KeptLine = QuoteLine & { madeToOrder?: boolean }

/** Lines per statement, so that no statement blocks the event loop or the database for long. */
const LINES_AT_ONCE = 1_000

/** An offer of the shop: by which admin, and for how many days it holds, and its freight if it names one. `isSample`, also of what a buyer asked for: its orders are samples. */
type Offered = { offeredBy: string; terms: string; validDays: number; freight: OrderFreight; freightCents: number; isSample: boolean }

/** Writes a version of a quote, which is immutable: its total, its lines, and the end of its validity. */
export async function keepVersion(
  tx: Transaction,
  quoteId: string,
  version: number,
  priced: Pick<PricedQuote, 'totalCents'> & { lines: readonly KeptLine[] },
  { validDays = QUOTE_DAYS, ...offer }: Partial<Offered> = {},
): Promise<void> {
  await tx
    .insert(quoteVersions)
    .values({ quoteId, version, totalCents: priced.totalCents, validUntil: minutesFromNow(validDays * 24 * 60), ...offer })
  for (let start = 0; start < priced.lines.length; start += LINES_AT_ONCE) {
    const lines = JSON.stringify(priced.lines.slice(start, start + LINES_AT_ONCE).map(rowOf))
    await tx.execute(sql`
      insert into ${quoteLines} (
        quote_id, version, row, text, asked, status, part_id, part_number, part_name, quantity, unit_price, total_cents, lead_days, made_to_order, candidates, releases
      )
      select ${quoteId}::uuid, ${version}::int, line.*
      from jsonb_to_recordset(${lines}::jsonb) as line (
        row int, text text, asked text, status text, part_id uuid, part_number text, part_name text,
        quantity bigint, unit_price numeric, total_cents bigint, lead_days int, made_to_order boolean, candidates jsonb, releases jsonb
      )`)
  }
}

function rowOf(line: KeptLine) {
  const { row, text, asked, status, quantity, candidates, releases } = line
  return {
    row,
    text,
    asked,
    status,
    part_id: line.partsId,
    part_number: line.partNumber,
    part_name: line.name,
    quantity,
    unit_price: line.unitPrice,
    total_cents: line.lineTotal === null ? null : Math.round(line.lineTotal * 100),
    lead_days: line.leadDays,
    made_to_order: line.madeToOrder ?? false,
    candidates: candidates.map(({ partsId }) => partsId),
    releases: releases?.map(({ pieces, wishedOn }) => ({ pieces, wishedOn })),
  }
}
