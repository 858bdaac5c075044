import { access, constants, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, unless } from '../error-codes.ts'
import { PrivateServerError } from './errors.ts'
import { timeLimit } from './time-limit.ts'

/** Kind of holder: a shop holds a folder until it is stopped, a command for a short time. */
type Holder = { pid: number; kind: 'shop' | 'command' }

export type FolderLock = { release(): Promise<void> }

const RETRY_MS = 50
const SQLITE_BUSY = 5

/**
 * Locks the folder for this process, waiting up to `waitMs` for another one; undefined on timeout.
 *
 * The lock must end with the process, even by kill -9, and two concurrent starts must not both get it. Only a lock of
 * the operating system does both, and Node offers one through SQLite: the file stays empty, the exclusive transaction
 * on it is the lock. No other code in this process may open that file, because closing it would release the lock.
 * @throws PrivateServerError when this user may not write to the folder.
 */
export async function lockFolder(folder: string, kind: Holder['kind'], waitMs: number): Promise<FolderLock | undefined> {
  const lockFile = join(folder, 'lock')
  const holderFile = join(folder, 'lock-holder')
  await requireWritable(folder, folder)
  await requireWritable(lockFile, folder)

  const isOver = timeLimit(waitMs)
  const lock = new DatabaseSync(lockFile)
  while (!tryLock(lock)) {
    if (isOver()) {
      lock.close()
      return undefined
    }
    await delay(RETRY_MS)
  }
  // Only for messages of other processes; a full disk must not keep the shop from starting.
  await writeFile(holderFile, `${kind} ${process.pid}\n`).catch(unless('ENOSPC'))
  return {
    async release() {
      await rm(holderFile, { force: true })
      lock.close()
    },
  }
}

/** The last known holder; meaningful only while the lock is held. */
export async function folderHolder(folder: string): Promise<Holder | undefined> {
  const text = await readFile(join(folder, 'lock-holder'), 'utf8').catch(unless('ENOENT'))
  const match = /^(shop|command) (\d+)$/.exec(text?.trim() ?? '')
  return match ? { kind: match[1] as Holder['kind'], pid: Number(match[2]) } : undefined
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Without its journal in memory, SQLite would write to the disk, which may be full.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
    throw error
  }
}

async function requireWritable(path: string, folder: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new PrivateServerError(
      `${folder} cannot be written to (${codeOf(error)}). Start the shop as the user this folder belongs to, ` +
        'or set DATA_DIR to another folder.',
    )
  }
}
