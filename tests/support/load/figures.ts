/**
 * Prints the result of a measurement and its goal: one line, found by `grep FIGURE`. `goal` names the row of docs/guarantees.md, such as
 * 'G5'.
 */
export function reportFigure(goal: string, measured: string, toReach: string): void {
  process.stdout.write(`FIGURE ${goal}: ${measured} (to reach: ${toReach})\n`)
}

/** The median of the values; of an even number, the upper one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
