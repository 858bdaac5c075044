import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { FastifyBaseLogger } from 'fastify'
import type { FromReader, Outcome, ToReader } from '#readers/process/messages.ts'
import type { Ask, Kind, OptionsOf, ReadOf } from '#readers/readers.ts'
import { SPARE_SECONDS } from '#readers/process/serve-readers.ts'
import { Refusal } from '#readers/refusal.ts'
import { limitFairly } from './limit-fairly.ts'

const PROGRAM = fileURLToPath(new URL('../../../readers/process/reader-process.ts', import.meta.url))

export type ReaderLimits = typeof LIMITS
const LIMITS = {
  /** Files that are read at the same time, each in a process. */
  places: 2,
  /** Files that wait for a place: in all, and of one owner. */
  waiting: 100,
  waitingOfOwner: 10,
  /** Processor time of a file: ten times what the largest list takes. */
  processorSeconds: 5,
  /** The same by the clock: a busy machine is no fault of the file. */
  clockMs: 30_000,
  /** Memory of a process, in megabytes: of objects, and in all, of which V8 reserves 512 for code. */
  heapMegabytes: 400,
  megabytes: 1_400,
  /** A process that has nothing to read ends after this time. */
  idleMs: 30_000,
  program: PROGRAM,
}
/** Files that killed a process and are not read again, and for how long their owners come after others. */
const REMEMBERED = { max: 1_000, ttl: 60 * 60 * 1_000 }

/**
 * What is read, for whom, and what its reader needs to know. `owner`: an account, a network, or a kind of job. `ofShop`: for somebody who
 * works for the shop, and before all others.
 */
export type ToRead<K extends Kind> = {
  kind: K
  owner: string
  ofShop?: boolean
  bytes: Uint8Array
  options?: OptionsOf<K>
  ask?: Ask
  signal?: AbortSignal
}

export type Readers = {
  /**
   * Reads foreign bytes in a process that may die of them.
   * @throws Refusal of the reader; 'too-slow' and 'too-much-inside' for a file that met a limit, also when it comes again; 'damaged' for
   * an unexpected error, which is logged. ShopError BUSY when too many files wait.
   */
  read<K extends Kind>(file: ToRead<K>): Promise<ReadOf<K>>
  /** Of the processes that exist now. */
  readonly pids: readonly number[]
  /** Ends them. A process that has been asked to read is too busy to see that the shop has ended. */
  close(): void
}

/** A process ended before it had answered. */
class ReaderDied extends Error {
  readonly signal: NodeJS.Signals | 'too-long' | null

  constructor(signal: ReaderDied['signal']) {
    super(`the reader process ended: ${signal ?? 'by itself'}`)
    this.signal = signal
  }
  /** Somebody else ended it: the file did nothing. */
  get isFromOutside(): boolean {
    return this.signal === 'SIGKILL' || this.signal === 'SIGTERM'
  }
}

export function openReaders(log: FastifyBaseLogger, given: Partial<ReaderLimits> = {}): Readers {
  const limits = { ...LIMITS, ...given }
  const children = new Set<ChildProcess>()
  const resting: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const deadly = new LRUCache<string, string>(REMEMBERED)
  const dangerous = new LRUCache<string, true>(REMEMBERED)
  const inQueue = limitFairly(limits)

  const start = (): ChildProcess => {
    const child = fork(limits.program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The system bounds processor time (SIGXCPU) and memory of the process, and V8 that of its objects.
      execPath: '/bin/sh',
      execArgv: [
        '-c',
        `ulimit -S -t ${limits.processorSeconds + SPARE_SECONDS}; ulimit -d ${limits.megabytes * 1_024}; exec "$0" "$@"`,
        process.execPath,
        `--max-old-space-size=${limits.heapMegabytes}`,
      ],
      env: {},
    })
    children.add(child)
    child.on('exit', () => children.delete(child))
    // Without a listener it would end the shop; who reads hears of it, too.
    child.on('error', (err) => log.warn({ err }, 'a reader process has an error'))
    child.unref()
    return child
  }

  const wake = (): ChildProcess => {
    for (let next = resting.pop(); next; next = resting.pop()) {
      clearTimeout(next.timer)
      if (next.child.connected) return next.child
    }
    return start()
  }

  const rest = (child: ChildProcess) => {
    child.channel?.unref()
    const timer = setTimeout(() => {
      resting.splice(
        resting.findIndex((one) => one.child === child),
        1,
      )
      // One that was ended meanwhile has no channel.
      if (child.connected) child.disconnect()
    }, limits.idleMs)
    resting.push({ child, timer: timer.unref() })
  }

  const readOnce = async ({ kind, bytes, options, ask, signal }: ToRead<Kind>): Promise<Outcome> => {
    signal?.throwIfAborted()
    const child = wake()
    child.channel?.ref()
    const { promise, resolve, reject } = Promise.withResolvers<Exclude<FromReader, { ask: unknown }>>()
    const end = (why: unknown) => {
      reject(why)
      child.kill('SIGKILL')
    }
    const clock = setTimeout(() => end(new ReaderDied('too-long')), limits.clockMs)
    const onAbort = () => end(signal?.reason)
    const onMessage = (message: FromReader) => {
      if ('ask' in message) ask!(message.ask).then((answer) => send({ answer }), end)
      else resolve(message)
    }
    const onExit = (_code: number | null, by: NodeJS.Signals | null) => reject(new ReaderDied(by))
    const send = (message: ToReader) => child.send(message, (error) => error && reject(new ReaderDied('SIGKILL')))
    signal?.addEventListener('abort', onAbort)
    child.on('message', onMessage).on('exit', onExit).on('error', reject)
    try {
      send({ kind, bytes, options })
      const { outcome, isLast } = await promise
      if (!isLast) rest(child)
      return outcome
    } finally {
      clearTimeout(clock)
      signal?.removeEventListener('abort', onAbort)
      child.off('message', onMessage).off('exit', onExit).off('error', reject)
    }
  }

  /** Once more where somebody ended the process that was reading. */
  const readPatiently = (file: ToRead<Kind>) =>
    readOnce(file).catch((error: unknown) => {
      if (error instanceof ReaderDied && error.isFromOutside) return readOnce(file)
      throw error
    })

  const readInQueue = async (file: ToRead<Kind>): Promise<Outcome> => {
    const { kind, owner, ofShop, bytes, signal } = file
    const sha256 = createHash('sha256').update(kind).update(bytes).digest('hex')
    const known = deadly.get(sha256)
    if (known !== undefined) throw new Refusal(known)
    try {
      return await inQueue({ owner, size: bytes.length, isLast: dangerous.has(owner), isFirst: ofShop ?? false, signal }, () =>
        readPatiently(file),
      )
    } catch (error) {
      if (!(error instanceof ReaderDied)) throw error
      log.warn({ err: error, kind, bytes: bytes.length, sha256 }, 'a file ended the process that read it')
      const reason = error.signal === 'SIGXCPU' || error.signal === 'too-long' ? 'too-slow' : 'too-much-inside'
      if (error.signal !== 'too-long') deadly.set(sha256, reason)
      dangerous.set(owner, true)
      throw new Refusal(reason)
    }
  }

  const outcomeOf = <K extends Kind>(outcome: Outcome): ReadOf<K> => {
    if ('read' in outcome) return outcome.read as ReadOf<K>
    if ('refused' in outcome) throw new Refusal(outcome.refused.reason, outcome.refused)
    log.error({ err: outcome.failed }, 'a reader failed')
    throw new Refusal('damaged')
  }

  return {
    read: <K extends Kind>(file: ToRead<K>) => readInQueue(file as unknown as ToRead<Kind>).then(outcomeOf<K>),
    get pids() {
      return [...children].flatMap(({ pid }) => pid ?? [])
    },
    close: () => children.forEach((child) => child.kill('SIGKILL')),
  }
}
