import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** A process of its own, so that nothing that is measured shares a thread with something else. */
export type Running = {
  pid: number
  /** Writes one line to it and answers with the next line it prints. */
  ask(line: string): Promise<string>
  stop(): Promise<void>
}

const START_LIMIT_MS = 60_000
/** Ticks of /proc/PID/stat, which Linux counts in hundredths of a second. */
const TICK_MS = 10

/**
 * Starts a program of this folder's project and waits until it says it is ready: by a line, or by answering at `url`.
 * @throws Error with what it printed, when it does not.
 */
export async function start(args: string[], env: Record<string, string>, url?: string): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const exited = once(child, 'exit')
  const deadline = performance.now() + START_LIMIT_MS
  const isReady = () => (url ? answers(url) : Promise.resolve(printed.includes('ready\n')))
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${args[0]} did not start:\n${printed}`)
    await delay(50)
  }
  return {
    pid: child.pid!, // it has started
    async ask(line) {
      const answer = Promise.race([
        once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
        exited.then(() => Promise.reject(new Error(`${args[0]} ended:\n${printed}`))),
      ])
      child.stdin.write(`${line}\n`)
      return answer
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )

/** Processor time that these processes have used until now, in ms, with that of their children that have ended. */
export function processorMs(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_MS
}

function ticksOf(pid: number): number {
  const fields = statOf(pid)
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** The fields behind the name, which may hold anything: state, parent, ... */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return [] // it has ended since it was listed
  }
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** A process and those it has started: a PostgreSQL with the processes that serve its connections. */
export async function withChildren(pid: number): Promise<number[]> {
  const names = await readdir('/proc')
  return [pid, ...names.filter((name) => /^\d+$/.test(name)).map(Number).filter((other) => parentOf(other) === pid)]
}
