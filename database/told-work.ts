import { tracingChannel } from 'node:diagnostics_channel'

/**
 * Work whose duration traces show (`server/run/operations/open-traces.ts`). Name and attributes hold no value of a statement, no address, token or text
 * of a user. A `statement` is shown within other work only; `parent` is a `traceparent` of somebody else.
 */
export type ToldWork = {
  kind: 'request' | 'call' | 'statement'
  name: string
  attributes: Record<string, string | number>
  parent?: string | undefined
  /** Headers for those who are asked in this work: set by whoever listens. */
  outgoing?: { traceparent: string }
  /** What it failed with: set by Node. */
  error?: unknown
}

/** Node's channels of asynchronous work. Unless somebody listens, telling costs one comparison. */
export const toldWork = tracingChannel<unknown, ToldWork>('teleforge.work')

/** Does this work, and tells whoever listens; `told` is undefined while nobody does. */
export function tellWork<T>(describe: () => ToldWork, work: (told: ToldWork | undefined) => Promise<T>): Promise<T> {
  if (!toldWork.hasSubscribers) return work(undefined)
  const told = describe()
  return toldWork.tracePromise(async () => work(told), told)
}
