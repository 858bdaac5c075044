import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeOf, unless } from '../error-codes.ts'

/** A process of this machine: its owner and its command line, arguments joined by spaces. */
export type Process = { pid: number; uid: number; command: string }

export async function listProcesses(): Promise<Process[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,uid=,command='])
    return parsePs(stdout)
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const processes = await Promise.all(pids.map(readProcess))
  return processes.filter((found) => found !== undefined)
}

/** Whether a process runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(unless('ENOENT', 'ESRCH'))
  // The state follows the program's name, which stands in parentheses and may hold some itself.
  return status !== undefined && !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
}

/** Sends a signal; a process that has already ended is ignored. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** Reads /proc, because slim containers have no `ps`; undefined for a process that has ended or is hidden. */
async function readProcess(pid: number): Promise<Process | undefined> {
  const gone = unless('ENOENT', 'ESRCH', 'EACCES', 'EPERM')
  const [commandLine, folder] = await Promise.all([readFile(`/proc/${pid}/cmdline`, 'utf8').catch(gone), stat(`/proc/${pid}`).catch(gone)])
  if (!commandLine || !folder) return undefined
  return { pid, uid: folder.uid, command: commandLine.replaceAll('\0', ' ').trim() }
}

function parsePs(output: string): Process[] {
  return [...output.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/gm)]
    .map(([, pid, uid, command]) => ({ pid: Number(pid), uid: Number(uid), command: command ?? '' }))
    .filter(({ command }) => !command.startsWith('(')) // a zombie
}
