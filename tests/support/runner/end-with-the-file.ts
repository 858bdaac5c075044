import { afterAll, vi } from 'vitest'
import { undoAll } from './after-the-file.ts'

// Read once more for each file of tests, unlike the modules that the files share.
afterAll(undoAll)

// Before each test the runner gives back what tests have replaced, and here what the last one has: the next file begins with it.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
