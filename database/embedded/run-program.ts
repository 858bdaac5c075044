import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { codeOf } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { isRoot, type ServerUser } from './server-user.ts'

const OUTPUT_LINES = 8

/**
 * Starts one of PostgreSQL's programs as the server's user, without a shell. The shop's environment is not passed on:
 * it contains secrets, and PG* variables would change the program's behaviour.
 */
export function startProgram(
  program: string,
  args: string[],
  options: { user: ServerUser; folder: string; stdio: StdioOptions; detached?: boolean; env?: Record<string, string> },
): ChildProcess {
  const { user, folder, env, ...rest } = options
  return spawn(program, args, {
    ...rest,
    cwd: folder,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin', ...env },
    ...(isRoot() ? user : {}),
  })
}

/**
 * Runs a program to its end.
 * @returns its exit status (null when a signal ended it) and the last lines it printed.
 */
export async function runProgram(
  program: string,
  args: string[],
  user: ServerUser,
  folder: string,
): Promise<{ status: number | null; output: string }> {
  const child = startProgram(program, args, { user, folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(cannotRun(program, error)))
    child.on('close', (status) => resolve({ status, output: lastLines(output) }))
  })
}

export const lastLines = (text: string) => text.trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n')

/** Why a program did not start. ENOENT for an existing file means a missing C library. */
export const cannotRun = (program: string, error: Error) =>
  new PrivateServerError(
    `${program} cannot be run on this system (${codeOf(error)}). The private PostgreSQL needs a system with glibc ` +
      '(Debian, Ubuntu, Fedora, ...; not Alpine), and, as root, the right to run as another user. Set DATABASE_URL ' +
      'to a PostgreSQL server of yours, or start the shop as an ordinary user.',
    { cause: error },
  )
