import { afterAll, vi } from 'vitest'
import { undoAll } from './after-the-file.ts'

// Loaded again for each test file, unlike the shared modules.
afterAll(undoAll)

// Before each test the runner restores what tests have replaced, and here what the last one has: the next file starts with it.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
