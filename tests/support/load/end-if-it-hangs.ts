import { createContext, runInContext } from 'node:vm'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

/**
 * Runs synchronous work, and throws when it hangs; a test could not end it otherwise. This distinguishes linear time from quadratic
 * time on any machine.
 */
export const endIfItHangs = <T>(work: () => T): T => runInContext('work()', createContext({ work }), { timeout: HANG_LIMIT_MS }) as T
