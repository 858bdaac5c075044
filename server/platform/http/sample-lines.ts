/** Kinds in memory before all are forgotten. */
const MOST_KINDS = 100

/**
 * Chooses which lines of a log are written: one of each kind in `everyMs`. Returns the number of skipped lines of the kind since the
 * last one; undefined for a line to be skipped.
 */
export function sampleLines(everyMs: number, now = () => performance.now()): (kind: string) => number | undefined {
  const kinds = new Map<string, { at: number; leftOut: number }>()
  return (kind) => {
    const last = kinds.get(kind)
    if (last && now() - last.at < everyMs) {
      last.leftOut++
      return undefined
    }
    if (!last && kinds.size >= MOST_KINDS) kinds.clear()
    kinds.set(kind, { at: now(), leftOut: 0 })
    return last?.leftOut ?? 0
  }
}
