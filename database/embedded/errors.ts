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
