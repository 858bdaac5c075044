/**
 * Prints what a proof measured, beside the figure that is to be reached: one line, found by `grep FIGURE`.
 * `goal` names the row of docs/guarantees.md, such as 'G5'.
 */
export function reportFigure(goal: string, measured: string, toReach: string): void {
  process.stdout.write(`FIGURE ${goal}: ${measured} (to reach: ${toReach})\n`)
}

/** The middle one of the values; of an even number, the upper middle one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
