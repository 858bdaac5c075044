import { join } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { withBundledLibraries } from './bundled-libraries.ts'
import { EXPECT_LIMIT_MS, TEST_LIMIT_MS } from './hang-limit.ts'
import { slowestFiles } from './slowest-files.ts'
import { chosenSeed } from '../seeded.ts'

// Libraries are compiled once, not once for each test file and each command that a test runs.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../../node_modules/.cache/compiled-for-tests')

// Asked here, because workers inherit what SEED=random has chosen.
chosenSeed()

/**
 * Files of tests that run with the same settings. By default files share the modules of their worker, because a separate
 * import for each file takes half of the processor time; a file restores what it changes for others, and mocks no module.
 */
export const testProject = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  resolve: withBundledLibraries.resolve,
  test: {
    name,
    server: withBundledLibraries.server,
    setupFiles: [
      'tests/support/runner/end-with-the-file.ts',
      'tests/support/runner/seed-the-run.ts',
      'tests/support/runner/not-at-midnight.ts',
    ],
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: EXPECT_LIMIT_MS } },
    ...test,
  },
})

/** What both runs of tests have in common. */
export const testRun = {
  globalSetup: ['tests/support/database/postgres.ts'],
  // More than there are cores: many tests wait for processes, timeouts and mail servers.
  maxWorkers: 4,
  reporters: ['default', slowestFiles],
}
