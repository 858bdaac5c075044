import { fileURLToPath } from 'node:url'
import type { ShopProcess } from '../shops/shop-process.ts'

const PROGRAM = fileURLToPath(new URL('./wait-until-signal.ts', import.meta.url))

/** Variables for a shop process whose waits of this many milliseconds last until `signalToContinue`. */
export const waitUntilSignal = (ms: number) => ({ NODE_OPTIONS: `--import=${PROGRAM}`, WAIT_UNTIL_SIGNAL: String(ms) })

export const signalToContinue = ({ process: shop }: Pick<ShopProcess, 'process'>): boolean => shop.kill('SIGUSR2')

/** One below the maximum; no other wait of the shop has this length. The shop ends gracefully within this time and 15 s more. */
const DRAIN_MS = 119_999

/** Variables for a shop process that, during shutdown, reports not ready and goes on answering until `signalToContinue`. */
export const drainUntilSignal = { DRAIN_MS: String(DRAIN_MS), ...waitUntilSignal(DRAIN_MS) }
