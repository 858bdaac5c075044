/** Why the private PostgreSQL cannot serve. The message says what to do about it and is meant for the terminal. */
export class PrivateServerError extends Error {
  override name = 'PrivateServerError'
}

/** Another running shop, or a command of the shop, holds the data folder. */
export class FolderInUse extends PrivateServerError {
  override name = 'FolderInUse'

  constructor(folder: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another shop' : `another shop (process ${pid})`
    super(`${folder} is in use by ${holder}. Stop that one first, or give this one a folder of its own with DATA_DIR.`)
  }
}

/** The code of a failed system call (`ENOENT`) or of a failed query (`3D000`). */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** For `catch`: answers the failures whose code is listed with undefined, and throws every other one again. */
export function unless(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(codeOf(error) ?? '')) throw error
  }
}
