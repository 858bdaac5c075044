import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Arguments of node for a program that is started with PORT=0 and an `ipc` channel. */
export const sendingItsPort = ['--import', join(import.meta.dirname, 'send-port.ts')]

/**
 * The port of such a program, once it listens.
 * @throws AbortError when it ends before.
 */
export async function portOfProgram(program: ChildProcess): Promise<number> {
  const ended = new AbortController()
  program.once('exit', () => ended.abort())
  const [address] = (await once(program, 'message', { signal: ended.signal })) as [AddressInfo]
  return address.port
}
