import { defineConfig } from 'vitest/config'
import { withBundledLibraries } from './tests/support/bundled-libraries.ts'

// What the libraries are made of is compiled once, not once for each file of tests.
process.env['NODE_COMPILE_CACHE'] ??= 'node_modules/.cache/compiled-for-tests'

export default defineConfig({
  resolve: withBundledLibraries.resolve,
  test: {
    server: withBundledLibraries.server,
    include: ['{app,contract,server,database,scripts,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/after-the-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // More than there are cores: many tests wait for processes, time-outs and mail servers.
    maxWorkers: 4,
    reporters: ['default'],
  },
})
