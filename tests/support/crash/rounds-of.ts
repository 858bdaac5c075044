/** How often a process dies at each point; each time is a test of its own. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)

/** Every point with the number of each of its rounds, from 0. */
export const roundsOf = <Point>(points: readonly Point[]): [point: Point, round: number][] =>
  points.flatMap((point) => Array.from({ length: ROUNDS }, (_, round): [Point, number] => [point, round]))
