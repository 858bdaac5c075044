import { defineConfig } from 'vitest/config'
import { testProject, testRun } from './tests/support/runner/test-project.ts'

/** These run the tests of another file with another payment provider, and so need that file's module for themselves. */
const WITH_STRIPE = 'server/payments/stripe/*.proof.ts'
/** These need a browser. */
const JOURNEYS = 'tests/journeys/**'

/** Proofs that take minutes: crashes, restarts, hostile files, generated requests, each outside service and its faults. `.ci/run` runs them after `npm test`. */
export default defineConfig({
  test: {
    ...testRun,
    projects: [
      testProject('proofs', { include: ['{database,server,tests}/**/*.proof.ts'], exclude: [WITH_STRIPE, JOURNEYS] }),
      testProject('stripe', { include: [WITH_STRIPE], isolate: true }),
    ],
  },
})
