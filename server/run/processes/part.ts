import type { ConnectionSettings } from '#database/connect.ts'

/** The task of a process, given at its start: to answer requests or to run the jobs. `address` is the shop's; jobs need it. */
export type Part = { role: 'answers' | 'jobs'; connection: ConnectionSettings; address: string }

const VARIABLE = 'TELEFORGE_PART'

export const environmentOf = (part: Part): NodeJS.ProcessEnv => ({ [VARIABLE]: JSON.stringify(part) })

/** The part of this process; undefined in the first one. */
export function readPart(env: NodeJS.ProcessEnv): Part | undefined {
  const text = env[VARIABLE]
  return text === undefined ? undefined : (JSON.parse(text) as Part) // written by `environmentOf`
}

/** Exit code of a process that has said why it cannot start. */
export const REFUSED = 78

/** Figures of one process, to be aggregated. */
export type OwnFigures = object[]

/** Messages of the first process: end; end while another process replaces this one; send your figures; the figures of all. */
export type Command =
  | { type: 'end' }
  | { type: 'make room' }
  | { type: 'figures?'; question: number }
  | { type: 'all figures'; question: number; figures: OwnFigures[] }

/** Messages to the first process: it answers at this address, or runs its jobs; a request for all figures; its own figures. */
export type Report =
  | { type: 'ready'; address: string }
  | { type: 'all figures?'; question: number }
  | { type: 'figures'; question: number; figures: OwnFigures }
