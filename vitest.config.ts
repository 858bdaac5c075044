import { defineConfig } from 'vitest/config'
import { testProject, testRun } from './tests/support/runner/test-project.ts'

/** The half of `npm test` without a browser. */
export default defineConfig({
  test: {
    ...testRun,
    projects: [testProject('shop', { include: ['{app,clients,contract,database,readers,scripts,server,tests}/**/*.test.ts'] })],
  },
})
