import { fileURLToPath } from 'node:url'
import type { ShopProcess } from '../shops/shop-process.ts'

const PROGRAM = fileURLToPath(new URL('./wait-until-told.ts', import.meta.url))

/** Variables for a shop process whose waits of so many milliseconds last until `tellToGoOn`. */
export const waitUntilTold = (ms: number) => ({ NODE_OPTIONS: `--import=${PROGRAM}`, WAIT_UNTIL_TOLD: String(ms) })

export const tellToGoOn = ({ process: shop }: Pick<ShopProcess, 'process'>): boolean => shop.kill('SIGUSR2')

/** The longest but one, which no other wait of the shop has: it ends in order within this time and 15 s more. */
const DRAIN_MS = 119_999

/** Variables for a shop process that, told to end, says so and goes on answering until `tellToGoOn`. */
export const drainUntilTold = { DRAIN_MS: String(DRAIN_MS), ...waitUntilTold(DRAIN_MS) }
