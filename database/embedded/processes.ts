import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeOf, unless } from '../error-codes.ts'

/** The command line of a process, arguments joined by spaces; empty for one that has ended or is hidden. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    // Slim containers have no `ps`.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(unless('ENOENT', 'ESRCH', 'EACCES', 'EPERM'))
    return (commandLine ?? '').replaceAll('\0', ' ')
  }
  if (!(await isRunning(pid))) return ''
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return stdout
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
  // The state follows the program's name, which is in parentheses and may contain some.
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
