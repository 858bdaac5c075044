import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../operations/readiness.ts'

/** Longest that requests may take which were there when listening ended, in ms; whoever is slower is cut off. */
const IN_FLIGHT_MS = 10_000

/** Says that no more requests are wanted, and goes on answering them until the balancer has heard of it. */
export async function announceClosing(readiness: Readiness, drainMs: number): Promise<void> {
  readiness.close()
  if (drainMs > 0) await delay(drainMs)
}

/** Stops listening and waits for what is being answered. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), IN_FLIGHT_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
