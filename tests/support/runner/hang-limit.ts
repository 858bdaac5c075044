/**
 * Limits that only a hang reaches, in milliseconds; a slow machine does not. Tests wait for events: these limits only say
 * when a red test gives up.
 */

/** Longest that a test waits for something to happen, such as the answer of a process. */
export const HANG_LIMIT_MS = 60_000
/** Longest that an expectation is tried again. */
export const EXPECT_LIMIT_MS = 20_000
/** Longest that one test or hook takes. A test that comes near it on a slow machine does too much for one. */
export const TEST_LIMIT_MS = 120_000
