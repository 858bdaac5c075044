import { createContext, runInContext } from 'node:vm'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

/**
 * Does work that waits for nothing, and throws when it hangs; a test could not end it otherwise. What takes a moment in time
 * that grows with its input, and hours in time that grows with the square of it, is told apart so on any machine.
 */
export const endIfItHangs = <T>(work: () => T): T => runInContext('work()', createContext({ work }), { timeout: HANG_LIMIT_MS }) as T
