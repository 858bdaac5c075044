import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** An address of loopback that stays the same, in front of a program that listens somewhere else after each start. */
export type Door = {
  url: string
  port: number
  /** New connections go there from now on; undefined: nowhere. */
  leadTo(port: number | undefined): void
  close(): void
}

/** Connections are closed as long as the door leads nowhere. */
export async function openDoor(): Promise<Door> {
  let target: number | undefined
  const server = createServer((outside) => {
    if (target === undefined) return void outside.destroy()
    const inside = connect({ host: '127.0.0.1', port: target })
    outside.pipe(inside).pipe(outside)
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    leadTo: (elsewhere) => void (target = elsewhere),
    close: () => void server.close(),
  }
}
