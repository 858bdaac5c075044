import { afterAll } from 'vitest'
import { undoAll } from './after-the-file.ts'

// Read once more for each file of tests, unlike the modules that the files share.
afterAll(undoAll)
