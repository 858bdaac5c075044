/** Longest that a test waits for something to happen, in milliseconds. A slow machine does not reach it, only a hang does. */
export const HANG_LIMIT_MS = 300_000
