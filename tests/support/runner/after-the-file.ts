const undo: (() => unknown)[] = []

/**
 * Runs `work` after all tests of the file, newest first. Also from inside a `beforeAll` or a test, where an `afterAll` would be
 * ignored; see tests/support/runner/end-with-the-file.ts.
 */
export const afterTheFile = (work: () => unknown): void => void undo.push(work)

/** Runs the work after the file, newest first. */
export async function undoAll(): Promise<void> {
  while (undo.length > 0) await undo.pop()!()
}
