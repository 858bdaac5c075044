import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/** Time limit in ms for requests that are open when listening ends; slower ones are cut off. */
const IN_FLIGHT_MS = 10_000

/** Reports not ready, and goes on answering requests until the load balancer has noticed. */
export async function announceClosing(readiness: Readiness, drainMs: number): Promise<void> {
  readiness.close()
  if (drainMs > 0) await delay(drainMs)
}

export async function closeHttp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), IN_FLIGHT_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
