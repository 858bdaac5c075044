import { defineConfig } from 'vitest/config'
import { filesInFull } from './tests/support/in-full.ts'
import { testProject, testRun } from './tests/support/runner/test-project.ts'

process.env['TESTS_IN_FULL'] = '1'

/** These run the tests of another file with another payment provider, and so need that file's module for themselves. */
const WITH_STRIPE = 'server/payments/stripe/*.proof.ts'

/** Proofs that take minutes: many crashes, restarts and schedules. `.ci/run` runs them after `npm test`. */
export default defineConfig({
  test: {
    ...testRun,
    projects: [
      testProject('proofs', { include: ['{server,tests}/**/*.proof.ts', ...filesInFull], exclude: [WITH_STRIPE] }),
      testProject('stripe', { include: [WITH_STRIPE], isolate: true }),
    ],
  },
})
