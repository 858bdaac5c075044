import { defineConfig } from 'vitest/config'
import { withBundledLibraries } from './tests/support/runner/bundled-libraries.ts'
import { chosenSeed } from './tests/support/seeded.ts'

// Asked here, because workers inherit what SEED=random has chosen.
chosenSeed()

/** The long proofs of docs/guarantees.md, one file after the other, so that one does not disturb another's figures. */
export default defineConfig({
  resolve: withBundledLibraries.resolve,
  test: {
    server: withBundledLibraries.server,
    include: ['tests/deep/**/*.deep.ts'],
    globalSetup: ['tests/support/database/postgres.ts'],
    setupFiles: ['tests/support/runner/end-with-the-file.ts', 'tests/support/runner/seed-the-run.ts'],
    testTimeout: 4 * 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['default'],
  },
})
