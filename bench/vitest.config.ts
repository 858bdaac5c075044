import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { withBundledLibraries } from '../tests/support/runner/bundled-libraries.ts'
import { chosenSeed } from '../tests/support/seeded.ts'

const HOURS = 3_600_000

// Asked here, because workers inherit what SEED=random has chosen.
chosenSeed()

/** Measurements without a browser, one file after the other, so that one does not disturb another's figures. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  resolve: withBundledLibraries.resolve,
  test: {
    server: withBundledLibraries.server,
    include: ['bench/{node,long}/*.measure.ts'],
    globalSetup: ['tests/support/database/postgres.ts'],
    setupFiles: ['tests/support/runner/end-with-the-file.ts'],
    testTimeout: 4 * HOURS,
    hookTimeout: HOURS,
    fileParallelism: false,
    reporters: ['default'],
  },
})
