import { defineConfig } from 'vitest/config'
import { testProject, testRun } from './tests/support/runner/test-project.ts'

/** Every screen of a busy shop: `npm run tour`. */
export default defineConfig({
  test: { ...testRun, projects: [testProject('tour', { include: ['tests/tour/tour.ts'], testTimeout: 1_800_000, hookTimeout: 600_000 })] },
})
