import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** A separate process, so that measured code shares no thread. */
export type Running = {
  pid: number
  /** Where it listens; empty for one that does not. */
  url: string
  /** Writes a line to it and returns the next line that it prints. */
  ask(line: string): Promise<string>
  stop(): Promise<void>
}

const START_LIMIT_MS = 60_000
/** Ticks of /proc/PID/stat, which Linux counts in hundredths of a second. */
const TICK_MS = 10

/** What the shop prints, and what the baselines do. */
const READY = /^(?:ready|.* is open at)(?: http:\/\/\S+:(\d+))?\s/m

/**
 * Starts a program of this project and waits until it prints that it is ready, with its address if it listens.
 * @throws Error with its output if it does not get ready.
 */
export async function start(args: string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const exited = once(child, 'exit')
  const deadline = performance.now() + START_LIMIT_MS
  let ready = READY.exec(printed)
  for (; !ready; ready = READY.exec(printed)) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${args[0]} did not start:\n${printed}`)
    await delay(50)
  }
  return {
    pid: child.pid!, // it has started
    url: ready[1] === undefined ? '' : `http://127.0.0.1:${ready[1]}`,
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

/** Total processor time of these processes in ms, including their ended children. */
export function processorMs(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_MS
}

function ticksOf(pid: number): number {
  const fields = statOf(pid)
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** The fields after the name, which may contain any character: state, parent, ... */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return [] // it has ended since it was listed
  }
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** A process and its children, such as PostgreSQL and its backends. */
export async function withChildren(pid: number): Promise<number[]> {
  const names = await readdir('/proc')
  return [
    pid,
    ...names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((other) => parentOf(other) === pid),
  ]
}
