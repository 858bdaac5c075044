const undo: (() => unknown)[] = []

/**
 * Runs `work` when all tests of the file have ended, newest first. Also from inside a `beforeAll` or a test, where an
 * `afterAll` would never be heard of; tests/support/runner/end-with-the-file.ts does it.
 */
export const afterTheFile = (work: () => unknown): void => void undo.push(work)

/** Does what is to be done after the file, newest first. */
export async function undoAll(): Promise<void> {
  while (undo.length > 0) await undo.pop()!()
}
