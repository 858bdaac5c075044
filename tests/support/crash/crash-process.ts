import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { ConnectionSettings } from '#database/connect.ts'
import { urlOf } from '../database/database-double.ts'
import { openCommitProxy, type CommitMoment } from './commit-proxy.ts'

/** A job that a shop process runs on command. */
export type Work = 'release' | 'events' | 'reconcile' | 'refunds' | 'mails' | 'reminders' | 'digest'

export type ToChild = { id: number; work: Work }
type FromChild = { url: string } | { done: number; failed?: string }

/**
 * Moments at which a process may die. Its work between two commits leaves nothing behind, so a death there equals one before the
 * second commit: within a transaction, too, and after a request to the payment provider, whose sandbox commits its own books.
 */
export const moments = ['before a commit', 'after a commit', 'after an answer'] as const satisfies (CommitMoment | 'after an answer')[]
export type Moment = (typeof moments)[number]

/** A process dies at the `nth` such moment of a kind that is not in `done`, and adds the kind to it. */
export type CrashAt = { moment: Moment; nth: number; done: Set<string> }

/** The process died before it answered. */
export class ProcessDied extends Error {}

/** A shop process that is killed at a moment of its work. */
export type CrashProcess = {
  /** Its address; rejects when it does not start. */
  url: Promise<string>
  /** The signal that ended it. */
  died: Promise<NodeJS.Signals | null>
  isDead(): boolean
  /** Makes it die at this moment, counted from now. */
  dieAt(at: CrashAt): void
  /** A client has received its answer to this kind of request. */
  hasAnswered(kind: string): void
  /** @throws ProcessDied */
  run(work: Work): Promise<void>
  stop(): Promise<void>
}

/**
 * Bundles the whole program of such a process into one file of this folder: it is loaded hundreds of times, and its many modules one
 * by one take ten times as long. Returns the file.
 */
export async function bundleCrashProgram(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'crash-child.ts'),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node24',
      rollupOptions: { output: { entryFileNames: 'crash-child.mjs', codeSplitting: false } },
    },
    plugins: [placesOfModules],
  })
  return join(folder, 'crash-child.mjs')
}

/** Modules that start threads find their programs beside themselves, also from within the bundle. */
const placesOfModules: Plugin = {
  name: 'places-of-modules',
  enforce: 'pre',
  transform(code, id) {
    const place = pathToFileURL(id).href
    return code
      .replaceAll(/import\.meta\.resolve\('(\.[^']+)'\)/g, (_, path: string) => JSON.stringify(new URL(path, place).href))
      .replaceAll('import.meta.url', JSON.stringify(place))
  },
}

/** Starts a process of `program`, behind a proxy that sees its commits; it loads while others work. */
export async function startCrashProcess(options: {
  program: string
  database: ConnectionSettings
  dataDir: string
  webhookSecret: string
}): Promise<CrashProcess> {
  let crashAt: CrashAt | undefined
  const passed = new Map<string, number>()
  const livesOn = (moment: Moment, kind: string): boolean => {
    if (child.killed) return false
    if (moment !== crashAt?.moment || crashAt.done.has(kind)) return true
    const times = (passed.get(kind) ?? 0) + 1
    passed.set(kind, times)
    if (times < crashAt.nth) return true
    crashAt.done.add(kind)
    child.kill('SIGKILL')
    return false
  }
  const proxy = await openCommitProxy(options.database, livesOn)
  const database = { ...options.database, connectionString: urlOf(options.database, `127.0.0.1:${proxy.port}`, { sslmode: 'disable' }) }
  const child = fork(options.program, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: options.dataDir,
      NODE_COMPILE_CACHE: join(options.dataDir, 'compiled'),
      AUTH_SECRET: 'a secret of the crash tests, of no use elsewhere',
      CRASH_DATABASE: JSON.stringify(database),
      CRASH_WEBHOOK_SECRET: options.webhookSecret,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const died = once(child, 'exit').then(([, signal]) => {
    proxy.close()
    return signal as NodeJS.Signals | null
  })
  const waiting = new Map<number, (answer: FromChild) => void>()
  const url = new Promise<string>((resolve, reject) => {
    child.on('message', (message: FromChild) => {
      if ('url' in message) resolve(message.url)
      else waiting.get(message.done)?.(message)
    })
    void died.then(() => reject(new ProcessDied('before it was open')))
  })
  url.catch(() => {})

  let asked = 0
  return {
    url,
    died,
    isDead: () => hasEnded(child),
    dieAt: (at) => void (crashAt = at),
    hasAnswered: (kind) => void livesOn('after an answer', kind),
    async run(work) {
      const id = ++asked
      const answer = new Promise<FromChild>((resolve) => waiting.set(id, resolve))
      if (child.connected) child.send({ id, work } satisfies ToChild, () => {})
      const outcome = await Promise.race([answer, died])
      if (outcome === null || typeof outcome === 'string') throw new ProcessDied(`while it was told ${work}`)
      if ('failed' in outcome) throw new Error(outcome.failed)
    },
    async stop() {
      if (!hasEnded(child)) child.kill('SIGKILL')
      await died
    },
  }
}

/** Killed, or ended by itself. */
const hasEnded = ({ killed, exitCode, signalCode }: ChildProcess) => killed || exitCode !== null || signalCode !== null
