import type { FastifyBaseLogger } from 'fastify'

const ENDING_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export type Closing = {
  /** What is opened next must be closed before what was opened earlier: steps run in the opposite order. */
  onClose(step: () => Promise<unknown>): void
  /** Ends the process in order, with this exit code. Asking again changes nothing. */
  close(exitCode: number): void
  isClosing(): boolean
}

/**
 * Ends the process in order when it is asked to, at any moment of its life, or after an error that nobody caught:
 * each step of `onClose` runs once, the last one first, and a step that fails does not keep the others from running.
 * After `graceMs` the process exits in any case.
 *
 * A repeated signal changes nothing: npm passes a signal on that the terminal has delivered already, and the private
 * database must not be left running because of it.
 */
export function closeGracefully(graceMs: number, log: FastifyBaseLogger): Closing {
  const steps: (() => Promise<unknown>)[] = []
  let closing = false

  async function run(exitCode: number): Promise<void> {
    let code = exitCode
    for (const step of steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error }, 'the shop did not end in order')
        code = 1
      }
    }
    process.exit(code)
  }

  const close = (exitCode: number) => {
    if (closing) return
    closing = true
    setTimeout(() => {
      log.error(`the shop did not end within ${graceMs} ms`)
      process.exit(1)
    }, graceMs).unref()
    void run(exitCode)
  }

  for (const signal of ENDING_SIGNALS) process.on(signal, () => close(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'the shop ends because of an error that nobody caught')
      close(1)
    })
  }
  return { onClose: (step) => void steps.push(step), close, isClosing: () => closing }
}
