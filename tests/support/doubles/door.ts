import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** A fixed address on loopback in front of a program whose port changes with each start. */
export type Door = {
  url: string
  port: number
  /** New connections go there from now on; undefined: they are closed. */
  leadTo(port: number | undefined): void
  close(): void
}

/** Connections are closed while the door has no target. */
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
