import type { Intent } from '../provider.ts'

/** Faults that tests inject into the sandbox. All off at first. */
export type SandboxFaults = {
  /** `refuse`: nothing happens. `lose_answer`: it happens, and the answer is lost. */
  unavailable: false | 'refuse' | 'lose_answer'
  /** Opening this attempt fails permanently, for every order. */
  brokenAttempt: number | undefined
  lie: Partial<Intent>
  /** A payment arrives after the shop was notified that the intent is canceled. */
  succeedAfterCancel: boolean
  /** Messages count as delivered and never arrive. */
  loseEvents: boolean
  duplicateEvents: number
  /** Messages arrive in the order of these random numbers. */
  shuffleEvents: (() => number) | undefined
}

export const noFaults = (): SandboxFaults => ({
  unavailable: false,
  brokenAttempt: undefined,
  lie: {},
  succeedAfterCancel: false,
  loseEvents: false,
  duplicateEvents: 0,
  shuffleEvents: undefined,
})

export const shuffledBy = <T>(random: () => number, items: T[]): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
