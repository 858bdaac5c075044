import type { Reporter } from 'vitest/node'

/** Names the tests that passed only when they were tried again. */
export const nameRetries: Reporter = {
  onTestCaseResult(test) {
    // oxlint-disable-next-line no-console -- to be read in the log of a build
    if (test.diagnostic()?.flaky) console.log(`(retry x1) ${test.module.relativeModuleId} > ${test.fullName}`)
  },
}
