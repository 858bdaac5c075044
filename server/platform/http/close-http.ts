import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/** Time limit in ms for requests that are open when listening ends; slower ones are cut off. */
export const IN_FLIGHT_MS = 10_000

/** Time in ms in which clients are asked to close their connections, before a process that is replaced closes them. */
const MAKE_ROOM_MS = 1_000

/** Reports not ready, and goes on answering requests until the load balancer has noticed. A replaced process needs no balancer. */
export async function announceClosing(readiness: Readiness, drainMs: number, makesRoom: boolean): Promise<void> {
  readiness.close(makesRoom)
  const waitMs = makesRoom ? MAKE_ROOM_MS : drainMs
  if (waitMs > 0) await delay(waitMs)
}

export async function closeHttp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), IN_FLIGHT_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
