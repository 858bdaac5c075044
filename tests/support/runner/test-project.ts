import { join } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { withBundledLibraries } from './bundled-libraries.ts'
import { nameRetries } from './name-retries.ts'
import { HANG_LIMIT_MS } from './hang-limit.ts'

// What the libraries are made of is compiled once, not once for each file of tests and each command that a test runs.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../../node_modules/.cache/compiled-for-tests')

/**
 * Files of tests that run with the same settings. By default files share the modules of their worker, because a separate
 * import for each file takes half of the processor time; a file restores what it changes for others, and mocks no module.
 */
export const testProject = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  resolve: withBundledLibraries.resolve,
  test: {
    name,
    server: withBundledLibraries.server,
    setupFiles: ['tests/support/runner/end-with-the-file.ts'],
    isolate: false,
    // On a build machine a red test is tried once more, and named. Elsewhere it is red at once.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: HANG_LIMIT_MS,
    hookTimeout: HANG_LIMIT_MS,
    expect: { poll: { timeout: HANG_LIMIT_MS } },
    ...test,
  },
})

/** What both runs of tests have in common. */
export const testRun = {
  globalSetup: ['tests/support/database/postgres.ts'],
  // More than there are cores: many tests wait for processes, time-outs and mail servers.
  maxWorkers: 4,
  reporters: ['default', nameRetries],
}
