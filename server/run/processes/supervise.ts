import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OpenedDatabase } from '../../platform/database/open-database.ts'
import type { Closing } from '../startup/close-gracefully.ts'
import { gatherFigures } from './gather-figures.ts'
import { environmentOf, REFUSED, type Report, type Part, type Command } from './part.ts'

/** Delay before a process that died at its start is started again. */
const AGAIN_MS = 1_000

type Kept = { log: Logger; closing: Closing; processes: number }

/**
 * Starts the processes of the shop: those that answer, and one that runs the jobs. It replaces a process that dies, by itself or by a
 * signal, also while it starts.
 * On SIGHUP it replaces all of them one after the other, with the release that is then installed; the others go on answering. Returns the
 * address, once all are ready.
 * @throws Error when the first one that answers refuses, or dies at each attempt; it has logged the reason.
 */
export async function supervise({ connection }: OpenedDatabase, { log, closing, processes }: Kept): Promise<string> {
  const kept = new Map<Worker, Part>()
  const ready = new Set<Worker>()
  const leaving = new Set<Worker>()
  closing.onClose(() => Promise.all([...kept.keys(), ...leaving].map((worker) => endWith(worker, { type: 'end' }))))

  /** It has ended before it was ready: it `refused` with a reason in the log, or `died`, which the next one need not. */
  const begin = (part: Part): Promise<{ worker: Worker; address: string } | 'died' | 'refused'> => {
    const worker = cluster.fork(environmentOf(part))
    kept.set(worker, part)
    if (closing.isClosing()) worker.send({ type: 'end' } satisfies Command)
    return new Promise((resolve) => {
      worker.on('message', (report: Report) => {
        if (report.type !== 'ready') return
        ready.add(worker)
        resolve({ worker, address: report.address })
      })
      worker.once('exit', (code, signal) => {
        const wasKept = kept.delete(worker)
        const wasReady = ready.delete(worker)
        leaving.delete(worker)
        resolve(code === REFUSED ? 'refused' : 'died')
        if (!wasReady || !wasKept || closing.isClosing()) return
        log.error(
          { role: part.role, ended: worker.process.pid, code, signal },
          'a process of the shop has ended; another one takes its place',
        )
        void beginAgain(part)
      })
    })
  }

  /** Until it starts. Before the shop has an address, one that refuses has said why, and ends the start. */
  const beginAgain = async (part: Part, attempts = Infinity) => {
    for (let attempt = 1; ; attempt += 1) {
      const begun = await begin(part)
      if (typeof begun === 'object') return begun
      if (closing.isClosing() || attempt >= attempts || (begun === 'refused' && attempts < Infinity)) return undefined
      log.error({ role: part.role }, 'a process of the shop did not start')
      await delay(AGAIN_MS)
    }
  }

  const replaceAll = async () => {
    for (const [worker, part] of new Map(kept)) {
      if (!kept.has(worker)) continue // it has died, and another one is in its place
      const begun = await begin(part)
      if (typeof begun !== 'object') throw new Error('a new process does not start; the shop goes on as it was')
      // If the old one died in the meantime, two have replaced it.
      const superfluous = kept.has(worker) ? worker : begun.worker
      kept.delete(superfluous)
      leaving.add(superfluous)
      await endWith(superfluous, { type: 'make room' })
    }
  }

  gatherFigures(() => [...ready])
  const answers = { role: 'answers', connection, address: '' } as const
  const first = await beginAgain(answers, processes)
  if (!first) throw new Error('the shop did not start')
  const { address } = first
  const others = Array.from({ length: processes - 1 }, () => beginAgain(answers))
  await Promise.all([...others, beginAgain({ role: 'jobs', connection, address })])

  let replacing = Promise.resolve()
  process.on('SIGHUP', () => {
    if (closing.isClosing()) return
    replacing = replacing.then(replaceAll).catch((error: unknown) => log.error({ err: error }, 'the processes could not be replaced'))
  })
  return address
}

/** Asks a process to end, and waits until it has. */
async function endWith(worker: Worker, command: Command): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  if (worker.isConnected()) worker.send(command)
  await ended
}
