import { toCents, type Cents } from '../basics/money.ts'

/** A line of a consignment. `grams` of a piece, with at most three places; null where nobody has weighed it. */
export type CarriedLine = { pieces: number; grams: number | null; totalCents: number }

/**
 * The share of each line in the freight of a consignment: by weight where all weights are known, else by value, and by pieces of goods
 * without a value. Shared by cumulative rounding, so that the shares add up to it.
 */
export function shareFreight(cents: Cents, lines: readonly CarriedLine[]): Cents[] {
  const weights = weightsOf(lines)
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  let carried = 0n
  let before = 0
  return weights.map((weight) => {
    carried += weight
    const upTo = Number((2n * BigInt(cents) * carried + all) / (2n * all))
    const share = upTo - before
    before = upTo
    return toCents(share)
  })
}

/** Of which at least one is above zero. A billion pieces in thousandths of a gram exceed what a double represents exactly. */
function weightsOf(lines: readonly CarriedLine[]): bigint[] {
  if (lines.every(({ grams }) => grams !== null))
    return lines.map(({ pieces, grams }) => BigInt(pieces) * BigInt(Math.round(grams! * 1_000)))
  if (lines.some(({ totalCents }) => totalCents > 0)) return lines.map(({ totalCents }) => BigInt(totalCents))
  return lines.map(({ pieces }) => BigInt(pieces))
}
