import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,contract,server,database,scripts,tests}/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
})
