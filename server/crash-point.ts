import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Queryable } from '#database/connect.ts'

/**
 * Places on the way of a purchase and a payment where a process may die: in the middle of each transaction and after it,
 * after each reply, and around each word with the payment provider. The tests let it die there and look at what is left.
 */
export const crashLabels = [
  // Purchase
  'hold: taken',
  'hold: committed',
  'hold: answered',
  'order: begun',
  'order: committed',
  'order: answered',
  'release: begun',
  'cancel: begun',
  'cancel: payment ended',
  'cancel: decided',
  'cancel: committed',
  // Payment
  'attempt: written',
  'attempt: opened',
  'attempt: recorded',
  'settle: decided',
  'settle: committed',
  'report: answered',
  'event: stored',
  'event: acted on',
  'refund: given',
] as const

/** The same where the money of a paid order goes back, or its payment is disputed. */
export const refundCrashLabels = [
  'refund order: decided',
  'refund order: committed',
  'refund order: answered',
  'part refund: given',
  'returns: asked',
  'returns: decided',
  'returns: recorded',
] as const

/** The same where a whole quote is ordered. */
export const groupCrashLabels = ['group: taken', 'group: placed', 'group: committed', 'group: answered'] as const

export type CrashLabel = (typeof crashLabels | typeof groupCrashLabels | typeof refundCrashLabels)[number]

/** Die at this point, the `nth` time that it is passed. */
export type CrashAt = { label: CrashLabel; nth: number }

let armed: CrashAt | undefined

/** Ends this process with SIGKILL where it is armed for this point; does nothing otherwise. */
export function crashPoint(label: CrashLabel): void {
  if (armed === undefined || armed.label !== label) return
  armed.nth -= 1
  if (armed.nth === 0) process.kill(process.pid, 'SIGKILL')
}

/** The same once the database has done what it was asked so far, which otherwise goes out with the commit. */
export async function crashAfterStatements(label: CrashLabel, tx: Queryable): Promise<void> {
  if (armed?.label !== label) return
  await tx.execute(sql`select`)
  crashPoint(label)
}

/** The same as soon as the answer has left. */
export function crashAfterAnswer({ raw }: Pick<FastifyReply, 'raw'>, label: CrashLabel): void {
  if (armed?.label === label) raw.once('finish', () => crashPoint(label))
}

/** Arms one point. A shop in production cannot be armed; its settings refuse the variable, too. */
export function armCrashPoint({ mode }: { mode: 'trial' | 'production' }, crashAt: CrashAt): void {
  if (mode === 'production') throw new Error('A shop in production does not kill itself')
  armed = { ...crashAt }
}

/** Reads `LABEL:NTH`, such as `hold: committed:1`; undefined when it is none. */
export function parseCrashAt(text: string): CrashAt | undefined {
  const [, name, times] = /^(.+):([1-9]\d{0,5})$/.exec(text) ?? []
  const label = [...crashLabels, ...groupCrashLabels, ...refundCrashLabels].find((known) => known === name)
  return label && { label, nth: Number(times) }
}
