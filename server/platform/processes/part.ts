import type { ConnectionSettings } from '#database/connect.ts'

/** What the first process tells another at its start: to answer requests or to run the jobs. `address` is where the shop listens; jobs need it. */
export type Part = { role: 'answers' | 'jobs'; connection: ConnectionSettings; address: string }

const VARIABLE = 'TELEFORGE_PART'

export const environmentOf = (part: Part): NodeJS.ProcessEnv => ({ [VARIABLE]: JSON.stringify(part) })

/** The part of this process; undefined in the first one. */
export function readPart(env: NodeJS.ProcessEnv): Part | undefined {
  const text = env[VARIABLE]
  return text === undefined ? undefined : (JSON.parse(text) as Part) // written by `environmentOf`
}

/** Figures of one process, for those of all. */
export type OwnFigures = object[]

/** What the first process says to another: end; end while another one takes its place; tell your figures; the figures of all. */
export type Word =
  | { say: 'end' }
  | { say: 'make room' }
  | { say: 'figures?'; question: number }
  | { say: 'all figures'; question: number; figures: OwnFigures[] }

/** What a process says to the first one: it answers at this address, or runs its jobs; all figures, please; its own figures. */
export type Answer =
  | { tell: 'ready'; address: string }
  | { tell: 'all figures?'; question: number }
  | { tell: 'figures'; question: number; figures: OwnFigures }
