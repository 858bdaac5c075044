import type { CalendarDay } from '#contract/basics/fields.ts'
import { parseUnitPrice, totalOf } from '#contract/basics/money.ts'
import type { OrderedRelease, Release } from '#contract/promises/releases.ts'

type QuotedLine = {
  row: number
  quantity: number | null
  unitPrice: string | null
  totalCents: number | null
  releases: readonly Release[] | null
}

/** Null for a line that goes in one delivery. */
type OfRelease = { release: OrderedRelease | null; releasedOn: CalendarDay | null }

/** Lines as they become orders: one for each release, at the line's price of a piece. */
export const linesOfReleases = <Line extends QuotedLine>(lines: readonly Line[]): (Line & OfRelease)[] =>
  lines.flatMap((line): (Line & OfRelease)[] => {
    const { row, unitPrice, releases } = line
    const price = unitPrice === null ? undefined : parseUnitPrice(unitPrice)
    if (!releases || !price) return [{ ...line, release: null, releasedOn: null }]
    return releases.map(({ pieces, wishedOn }, index) => ({
      ...line,
      quantity: pieces,
      totalCents: totalOf(price, pieces),
      release: { line: row, number: index + 1, of: releases.length },
      releasedOn: wishedOn,
    }))
  })

/** Tells the orders of a quote apart. */
export const orderKey = ({ row, release }: { row: number; release: OrderedRelease | null }): string => `${row}.${release?.number ?? 0}`
