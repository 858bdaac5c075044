import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/**
 * For NODE_OPTIONS of a shop process: waits of WAIT_UNTIL_SIGNAL milliseconds, and of no other length, last until the process is
 * sent SIGUSR2. So a test decides when such a wait is over, and not the speed of the machine.
 */
const held = Number(process.env['WAIT_UNTIL_SIGNAL'])
const signalled = new Promise<void>((resolve) => void process.once('SIGUSR2', resolve))
/** Longer than any test. */
const NEVER_MS = 2 ** 31 - 1

const [start, clear, wait] = [globalThis.setTimeout, globalThis.clearTimeout, timers.setTimeout]
const waiting = new Set<unknown>()

Object.assign(globalThis, {
  setTimeout(work: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) {
    if (ms !== held) return start(work, ms, ...values)
    const timer = start(() => {}, NEVER_MS)
    waiting.add(timer)
    void signalled.then(() => waiting.delete(timer) && start(work, 0, ...values))
    return timer
  },
  clearTimeout(timer?: NodeJS.Timeout) {
    waiting.delete(timer)
    clear(timer)
  },
})

Object.assign(timers, {
  setTimeout: (ms?: number, value?: unknown, options?: object) => (ms === held ? signalled.then(() => value) : wait(ms, value, options)),
})
syncBuiltinESMExports()
