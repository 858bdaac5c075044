import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { withBundledLibraries } from './tests/support/bundled-libraries.ts'

// What the libraries are made of is compiled once, not once for each file of tests.
process.env['NODE_COMPILE_CACHE'] ??= 'node_modules/.cache/compiled-for-tests'

/** These run the tests of another file with another processor of cards, and so need that file's module for themselves. */
const AGAIN_WITH_STRIPE = 'server/payments/stripe/*.test.ts'

const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  resolve: withBundledLibraries.resolve,
  test: {
    name,
    server: withBundledLibraries.server,
    setupFiles: ['tests/support/end-with-the-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...test,
  },
})

export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    projects: [
      // Files share their worker's modules, because importing them anew for each took half of the processor's time. What
      // a file changes for everybody it puts back, and it mocks no module.
      project('shop', {
        include: ['{app,contract,database,scripts,server,tests}/**/*.test.ts'],
        exclude: [AGAIN_WITH_STRIPE],
        isolate: false,
      }),
      project('stripe', { include: [AGAIN_WITH_STRIPE] }),
    ],
    // More than there are cores: many tests wait for processes, time-outs and mail servers.
    maxWorkers: 4,
    reporters: ['default'],
  },
})
