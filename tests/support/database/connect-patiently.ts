import { connect, type ConnectionSettings, type Database } from '#database/connect.ts'
import type { TimeLimits } from '#database/session-settings.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

const UNTIL_A_HANG: TimeLimits = {
  statementMs: HANG_LIMIT_MS,
  lockMs: HANG_LIMIT_MS,
  idleInTransactionMs: HANG_LIMIT_MS,
  transactionMs: HANG_LIMIT_MS,
}

/** Connects as `connect` does, with time limits that only a hang reaches. */
export const connectPatiently = (settings: ConnectionSettings, options: { max?: number; limits?: Partial<TimeLimits> } = {}): Database =>
  connect(settings, { ...options, connectMs: HANG_LIMIT_MS, limits: { ...UNTIL_A_HANG, ...options.limits } })
