import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const env = { ...process.env, CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf') }
const OPEN_LIMIT_MS = 180_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** Runs Podman and returns what it prints. @throws Error with what it said, if it fails. */
export async function podman(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('podman', words, { env, maxBuffer: OUTPUT_MAX_BYTES })
  return stdout.trim()
}

/** The exit code of Podman, and what it prints. */
export async function podmanCode(...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile('podman', words, { env, maxBuffer: OUTPUT_MAX_BYTES }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, said: stdout + stderr })
    })
  })
}

/** How the files of Compose run the shop: nothing may be written but volumes, no capabilities. */
export const LOCKED = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=ALL', '--security-opt=no-new-privileges']

export const variables = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['--env', `${name}=${value}`])

/** Milliseconds until this address answers 200. @throws Error after three minutes. */
export async function untilAnswered(url: string): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < OPEN_LIMIT_MS) {
    const status = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => undefined,
    )
    if (status === 200) return performance.now() - start
    await delay(20)
  }
  throw new Error(`${url} did not answer within ${OPEN_LIMIT_MS / 1_000} s.`)
}
