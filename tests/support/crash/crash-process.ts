import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { ConnectionSettings } from '#database/connect.ts'
import type { CrashAt } from '#server/platform/crash-point.ts'

/** A job that a shop process runs when told to. */
export type Work = 'release' | 'events' | 'reconcile' | 'refunds' | 'mails' | 'reminders' | 'digest'

export type ToChild = { id: number } & ({ arm: CrashAt } | { work: Work })
type FromChild = { url: string } | { done: number; failed?: string }

/** The process died before it answered. */
export class ProcessDied extends Error {}

/** A shop process that can be told where to die. */
export type CrashProcess = {
  /** Where it listens; rejects when it does not come up. */
  url: Promise<string>
  /** The signal that ended it. */
  died: Promise<NodeJS.Signals | null>
  isDead(): boolean
  arm(at: CrashAt): Promise<void>
  /** @throws ProcessDied */
  run(work: Work): Promise<void>
  stop(): Promise<void>
}

/**
 * Writes the whole program of such a process into one file of this folder: it is loaded hundreds of times, and its many
 * modules one by one take ten times as long. Answers with the file.
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

/** Modules that start threads find their programs beside themselves, also from within the one file. */
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

/** Starts one of `program`; it loads while others work. */
export function startCrashProcess(options: {
  program: string
  database: ConnectionSettings
  dataDir: string
  webhookSecret: string
}): CrashProcess {
  const child = fork(options.program, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: options.dataDir,
      NODE_COMPILE_CACHE: join(options.dataDir, 'compiled'),
      AUTH_SECRET: 'a secret of the crash tests, of no use elsewhere',
      CRASH_DATABASE: JSON.stringify(options.database),
      CRASH_WEBHOOK_SECRET: options.webhookSecret,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const died = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
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
  const tell = async (message: { arm: CrashAt } | { work: Work }) => {
    const id = ++asked
    const answer = new Promise<FromChild>((resolve) => waiting.set(id, resolve))
    if (child.connected) child.send({ id, ...message } satisfies ToChild, () => {})
    const outcome = await Promise.race([answer, died])
    if (outcome === null || typeof outcome === 'string') throw new ProcessDied(`while it was told ${JSON.stringify(message)}`)
    if ('failed' in outcome) throw new Error(outcome.failed)
  }
  return {
    url,
    died,
    isDead: () => hasEnded(child),
    arm: (arm) => tell({ arm }),
    run: (work) => tell({ work }),
    async stop() {
      if (!hasEnded(child)) child.kill('SIGKILL')
      await died
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
