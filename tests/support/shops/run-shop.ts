import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { startArguments } from './start-arguments.ts'

/** The built shop, running as a process of its own in a fresh folder, as `npm start` runs it. */
export type RunningShop = { url: string; dataDir: string; stop(): Promise<void> }

/**
 * Starts the built shop and waits until it answers.
 * @throws Error with what it printed, when it does not.
 */
export async function runShop(env: Record<string, string> = {}): Promise<RunningShop> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-run-'))
  await chmod(room, 0o755)
  const dataDir = join(room, 'data')
  const port = await freePort()
  const child = spawn(process.execPath, startArguments, {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))

  const url = `http://localhost:${port}`
  const deadline = performance.now() + HANG_LIMIT_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The shop did not start:\n${printed}`)
    await delay(50)
  }
  return {
    url,
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(room, { recursive: true, force: true })
    },
  }
}

const answers = (url: string) =>
  fetch(`${url}/api/allPartsCount`).then(
    (answer) => answer.ok,
    () => false,
  )

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
