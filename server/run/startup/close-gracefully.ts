import type { FastifyBaseLogger } from 'fastify'

/** Signals in the only process of a shop; in the first one of several, which uses SIGHUP to replace the others; and in those others. */
export const endingSignals = {
  all: { end: ['SIGTERM', 'SIGINT', 'SIGHUP'], leave: [] },
  first: { end: ['SIGTERM', 'SIGINT'], leave: ['SIGHUP'] },
  // A terminal sends its signals to all of them; the first one ends the others.
  kept: { end: ['SIGTERM'], leave: ['SIGINT', 'SIGHUP'] },
} as const

export type Closing = {
  /** Steps run in reverse order, because what is opened later depends on what was opened earlier. */
  onClose(step: () => Promise<unknown>): void
  /** Shuts down and exits with this code. Repeated calls have no effect. */
  close(exitCode: number): void
  isClosing(): boolean
}

/**
 * Shuts the process down on a signal, at any time, or after an uncaught error: each step of `onClose` runs once, the last
 * one first, also when another step fails. After `graceMs` the process exits in any case.
 *
 * A repeated signal has no effect: npm forwards a signal that the terminal has already delivered, and it must not leave the
 * private database running.
 */
export function closeGracefully(graceMs: number, log: FastifyBaseLogger, place: keyof typeof endingSignals): Closing {
  const steps: (() => Promise<unknown>)[] = []
  let closing = false

  async function run(exitCode: number): Promise<void> {
    let code = exitCode
    for (const step of steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error }, 'the shutdown failed')
        code ||= 1 // a code that says not to start again stays
      }
    }
    process.exit(code)
  }

  const close = (exitCode: number) => {
    if (closing) return
    closing = true
    setTimeout(() => {
      log.error(`the shutdown did not finish within ${graceMs} ms`)
      process.exit(exitCode || 1)
    }, graceMs).unref()
    void run(exitCode)
  }

  const { end, leave } = endingSignals[place]
  for (const signal of end) process.on(signal, () => close(0))
  for (const signal of leave) process.on(signal, () => {})
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'shutting down because of an uncaught error')
      close(1)
    })
  }
  return { onClose: (step) => void steps.push(step), close, isClosing: () => closing }
}
