import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../shops/command-environment.ts'
import { openAddress } from '../shops/open-address.ts'

/** An output of a shop: an answer with its headers, the log of the process, a mail. */
export type Output = { where: string; text: string }

export type Asked = { body?: unknown; headers?: Record<string, string> }

/** The shop as a separate process, and all its output. */
export type ListenedShop = {
  outputs: Output[]
  /** Makes a request, follows no redirect, and records the answer. */
  ask(method: string, path: string, asked?: Asked): Promise<{ status: number; headers: Headers; text: string }>
  /** The log so far, of both streams. */
  printed(): string
  /** Shuts it down gracefully and returns its exit code; repeated calls return the same. */
  stop(): Promise<unknown>
}

/** @throws Error with its log, when it does not open. */
export async function listenToShop(env: Record<string, string>): Promise<ListenedShop> {
  const shop = await startProgram('server/main.ts', { PORT: '0', ...env })
  const url = await openAddress(shop.process, shop.printed)
  const outputs: Output[] = []
  let stopping: Promise<unknown> | undefined
  const stop = async () => {
    const code = await shop.stop()
    outputs.push({ where: 'the process', text: shop.printed() })
    return code
  }
  return {
    outputs,
    printed: shop.printed,
    async ask(method, path, { body, headers } = {}) {
      const isRaw = typeof body === 'string' || body instanceof FormData
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      outputs.push({ where: `${method} ${path}`, text: `${JSON.stringify([...answer.headers])}\n${text}` })
      return { status: answer.status, headers: answer.headers, text }
    },
    stop: () => (stopping ??= stop()),
  }
}

/** The log of one of the shop's programs until it ends. */
export async function printedBy(program: string, args: string[], env: Record<string, string>): Promise<string> {
  const run = await startProgram(program, env, args)
  await run.ended
  return run.printed()
}

async function startProgram(program: string, env: Record<string, string>, args: string[] = []) {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-listened-'))
  await chmod(room, 0o755)
  const child = spawn(process.execPath, [program, ...args], {
    env: commandEnvironment({ DATA_DIR: join(room, 'data'), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  // 'close' comes after the last data of both streams.
  const ended = once(child, 'close').then(async ([code]) => {
    await rm(room, { recursive: true, force: true })
    return code as number | null
  })
  return {
    process: child,
    printed: () => printed,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
