import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAddress } from './open-address.ts'
import { startArguments } from './start-arguments.ts'

/** The built shop, running as a separate process in a new folder, as `npm start` runs it. */
export type RunningShop = { url: string; dataDir: string; stop(): Promise<void> }

/**
 * Starts the built shop and waits until it is open.
 * @throws Error with its log, when it does not.
 */
export async function runShop(env: Record<string, string> = {}): Promise<RunningShop> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-run-'))
  await chmod(room, 0o755)
  const dataDir = join(room, 'data')
  const child = spawn(process.execPath, startArguments, {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))

  return {
    url: await openAddress(child, () => printed),
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(room, { recursive: true, force: true })
    },
  }
}
