import type { CrashAt, Moment } from './crash-process.ts'

/** Passes of each kind in a round at which a process dies: the first, then the second, and so on. */
const PASSES = Number(process.env['CRASH_ROUNDS'] ?? 1)

/** Longest time of a test of all kinds. A hang is ended earlier, by the limit of each wait. */
export const ALL_KINDS_LIMIT_MS = 30 * 60_000

/**
 * Runs a round again and again. Each time the process dies at the first commit, or answer, of a kind at which none has died yet, until a
 * process survives the round. Returns the number of deaths.
 * @param playRound returns whether the process died before the round was over
 */
export async function dieAtEach(moment: Moment, playRound: (at: CrashAt) => Promise<boolean>, passes = PASSES): Promise<number> {
  let deaths = 0
  for (let nth = 1; nth <= passes; nth++) {
    const done = new Set<string>()
    const play = () =>
      playRound({ moment, nth, done }).catch((error: unknown) => {
        throw new Error(`In a round with a death ${moment}, passing ${nth} of: ${[...done].at(-1)}`, { cause: error })
      })
    while (await play()) deaths++
  }
  return deaths
}
