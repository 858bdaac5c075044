import type { FastifyReply } from 'fastify'

/**
 * Points of a purchase and a payment at which a process may die: inside and after each transaction, after each reply, and
 * around each request to the payment provider. Tests kill the process there and check what is left.
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

export const refundCrashLabels = [
  'refund order: decided',
  'refund order: committed',
  'refund order: answered',
  'part refund: given',
  'returns: asked',
  'returns: decided',
  'returns: recorded',
] as const

export const returnCrashLabels = ['return: written', 'return: committed', 'return: answered', 'return: stepped', 'return: settled'] as const

/** What an admin does with a statement of the bank. */
export const bankCrashLabels = [
  'statement: written',
  'statement: committed',
  'movement: payment ended',
  'movement: decided',
  'movement: committed',
  'money back: written',
] as const

export const groupCrashLabels = ['group: placed', 'group: committed', 'group: answered'] as const

export const parcelCrashLabels = ['parcel: written', 'parcel: committed', 'parcel: answered'] as const

/** What buyer and shop do with an order after it was placed. */
export const careCrashLabels = [
  'reduce: written',
  'reduce: committed',
  'reference: written',
  'reference: committed',
  'address: written',
  'address: committed',
  'message: written',
  'message: committed',
  'reminder: written',
  'reminder: committed',
  'digest: queued',
  'correction: written',
  'correction: committed',
  'delivery: written',
  'delivery: committed',
] as const

export const paperCrashLabels = ['paper: numbered'] as const

const allLabels = [
  ...crashLabels,
  ...parcelCrashLabels,
  ...careCrashLabels,
  ...groupCrashLabels,
  ...refundCrashLabels,
  ...returnCrashLabels,
  ...bankCrashLabels,
  ...paperCrashLabels,
]

export type CrashLabel = (typeof allLabels)[number]

/** Die at this point, at its `nth` passing. */
export type CrashAt = { label: CrashLabel; nth: number }

let armed: CrashAt | undefined

/** Ends this process with SIGKILL if it is armed for this point; does nothing otherwise. */
export function crashPoint(label: CrashLabel): void {
  if (armed === undefined || armed.label !== label) return
  armed.nth -= 1
  if (armed.nth === 0) process.kill(process.pid, 'SIGKILL')
}

export function crashAfterAnswer({ raw }: Pick<FastifyReply, 'raw'>, label: CrashLabel): void {
  if (armed?.label === label) raw.once('finish', () => crashPoint(label))
}

/** Arms one point. Refused in production, as in its settings. */
export function armCrashPoint({ mode }: { mode: 'trial' | 'production' }, crashAt: CrashAt): void {
  if (mode === 'production') throw new Error('A shop in production does not kill itself')
  armed = { ...crashAt }
}

/** Parses `LABEL:NTH`, such as `hold: committed:1`; undefined for any other text. */
export function parseCrashAt(text: string): CrashAt | undefined {
  const [, name, times] = /^(.+):([1-9]\d{0,5})$/.exec(text) ?? []
  const label = allLabels.find((known) => known === name)
  return label && { label, nth: Number(times) }
}
