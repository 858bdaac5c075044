import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'
import { openAddress } from './open-address.ts'
import { startArguments } from './start-arguments.ts'

/** The built shop as a process, with its log and a function that ends it at any moment. */
export type ShopProcess = {
  process: ChildProcess
  pid: number
  port: number
  url: string
  printed(): string
  /** Its exit code, once it has ended; null when a signal ended it. */
  exit: Promise<number | null>
}

/**
 * Starts the shop as `npm start` does, with these variables, and waits until it is ready. `whileItStarts` sees it before that; `folder` has
 * another release.
 * @throws Error with its log, when it does not start.
 */
export async function startShopProcess(
  env: NodeJS.ProcessEnv,
  whileItStarts: (started: ChildProcess) => Promise<void> = async () => {},
  folder = process.cwd(),
): Promise<ShopProcess> {
  const child = spawn(process.execPath, startArguments, {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  await whileItStarts(child)
  const port = Number(new URL(await openAddress(child, () => printed)).port)
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + HANG_LIMIT_MS
  while ((await statusOf(`${url}/readyz`)) !== 200) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The shop did not start:\n${printed}`)
    await delay(20)
  }
  return { process: child, pid: child.pid!, port, url, printed: () => printed, exit } // a process that answered has a pid
}

/** The status of an answer; undefined without a listener. */
export const statusOf = (url: string): Promise<number | undefined> =>
  fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => undefined,
  )
