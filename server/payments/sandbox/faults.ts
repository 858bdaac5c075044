import type { Intent } from '../provider.ts'

/** Switches with which a test makes the sandbox misbehave as card processors and networks do. All off at first. */
export type SandboxFaults = {
  /** `refuse`: nothing happens. `lose_answer`: it happens, and the answer is lost on the way. */
  unavailable: false | 'refuse' | 'lose_answer'
  /** Opening this attempt fails for good, whatever order it is for. */
  brokenAttempt: number | undefined
  /** What the processor says of every intent, against its own books. */
  lie: Partial<Intent>
  /** A payment arrives after the shop was told that the intent is canceled. */
  succeedAfterCancel: boolean
  /** Messages count as delivered and never arrive. */
  loseEvents: boolean
  /** Each message arrives this many times more. */
  duplicateEvents: number
  /** Messages arrive in any order. */
  shuffleEvents: boolean
}

export const noFaults = (): SandboxFaults => ({
  unavailable: false,
  brokenAttempt: undefined,
  lie: {},
  succeedAfterCancel: false,
  loseEvents: false,
  duplicateEvents: 0,
  shuffleEvents: false,
})
