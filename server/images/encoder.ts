import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ErrorCode } from '#contract/basics/errors.ts'
import { messages } from '#contract/basics/messages.ts'
import { ShopError } from '../errors.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { isHeic } from './is-heic.ts'

export type EncoderRequest = { id: number; name: string; bytes: Buffer }
export type EncoderReply = { id: number } & ({ encoded: EncodedPicture } | { code: ErrorCode })

export type Encoder = {
  /** As `encodePicture`, in the child process. */
  encode(name: string, bytes: Buffer): Promise<EncodedPicture>
  /** Of the child process; undefined while there is none. */
  readonly pid: number | undefined
}

const LIMITS = {
  /** An idle process ends after this time and frees its memory. */
  idleMs: 30_000,
  /** A process that takes longer hangs: each step of a picture has a shorter limit. */
  stuckMs: 25_000,
}

const PROGRAM = fileURLToPath(new URL('./encoder-process.ts', import.meta.url))

/**
 * Decodes uploads in a child process: a crash, a hang or exhausted memory there does not affect the shop, and the process
 * has neither secrets nor connections. It starts with the first picture and ends when it is idle, or when the shop ends.
 */
export function openEncoder(program: string = PROGRAM, { idleMs, stuckMs } = LIMITS): Encoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const open = new Map<number, (reply: EncoderReply) => void>()

  const endWith = (ended: ChildProcess, code: ErrorCode) => {
    if (child !== ended) return
    child = undefined
    for (const [id, settle] of open) settle({ id, code })
  }

  const start = (): ChildProcess => {
    const started = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // glibc would otherwise keep a memory arena for each decoding thread.
      env: { MALLOC_ARENA_MAX: '2' },
    })
    started.on('message', (reply: EncoderReply) => open.get(reply.id)?.(reply))
    // A picture that crashes the decoder counts as unreadable.
    started.on('exit', () => endWith(started, 'IMAGE_UNREADABLE'))
    started.on('error', () => endWith(started, 'BUSY'))
    started.unref()
    return started
  }

  const rest = () => {
    child?.channel?.unref()
    idle = setTimeout(() => {
      child?.disconnect()
      child = undefined
    }, idleMs).unref()
  }

  const ask = (name: string, bytes: Buffer): Promise<EncoderReply> =>
    new Promise((resolve) => {
      clearTimeout(idle)
      const asked = (child ??= start())
      asked.channel?.ref()
      const id = (lastId += 1)
      const stuck = setTimeout(() => {
        endWith(asked, 'BUSY')
        asked.kill('SIGKILL')
      }, stuckMs)
      open.set(id, (reply) => {
        clearTimeout(stuck)
        open.delete(id)
        if (open.size === 0) rest()
        resolve(reply)
      })
      asked.send({ id, name, bytes } satisfies EncoderRequest, (error) => error && endWith(asked, 'BUSY'))
    })

  return {
    async encode(name, bytes) {
      const reply = await ask(name, bytes)
      if ('code' in reply)
        throw new ShopError(reply.code, reply.code === 'IMAGE_UNREADABLE' && isHeic(bytes) ? { message: messages.imageHeic } : {})
      return reply.encoded
    },
    get pid() {
      return child?.pid
    },
  }
}
