import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const env = { ...process.env, CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf') }
const OPEN_LIMIT_MS = 180_000
/** Of one request: while a port is being published, one may be lost and never answered. */
export const REQUEST_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 10_000
const LINES_OF_LOG = 20
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

/** Milliseconds until this container answers 200 here. @throws Error with the end of its log when it ends before, or after three minutes. */
export async function untilAnswered(url: string, container: string): Promise<number> {
  const start = performance.now()
  let last = 'no request was made'
  let nextLook = start + LOOK_EVERY_MS
  while (performance.now() - start < OPEN_LIMIT_MS) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) })
      await answer.arrayBuffer()
      if (answer.status === 200) return performance.now() - start
      last = `status ${answer.status}`
    } catch (error) {
      last = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`.trim() : String(error)
    }
    // Seldom: Podman would take the time that is measured.
    if (performance.now() > nextLook) {
      if ((await stateOf(container)) !== 'running') break
      nextLook = performance.now() + LOOK_EVERY_MS
    }
    await delay(20)
  }
  const { said } = await podmanCode('logs', '--tail', String(LINES_OF_LOG), container)
  const waited = `${((performance.now() - start) / 1_000).toFixed(0)} s`
  throw new Error(`${url} had no answer after ${waited} (${last}). The container ${container} is ${await stateOf(container)}:\n${said}`)
}

const stateOf = async (container: string) =>
  (await podmanCode('inspect', '--type', 'container', '--format', '{{.State.Status}}', container)).said.trim()
