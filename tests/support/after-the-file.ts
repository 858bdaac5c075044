import { afterAll } from 'vitest'

const undo: (() => unknown)[] = []

/**
 * Runs `work` when all tests of the file have ended, newest first. Also from inside a `beforeAll` or a test, where an
 * `afterAll` would never be heard of; for that the configuration names this module as a set-up file.
 */
export const afterTheFile = (work: () => unknown): void => void undo.push(work)

afterAll(async () => {
  while (undo.length > 0) await undo.pop()!()
})
