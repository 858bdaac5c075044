import { join, relative, resolve } from 'node:path'
import type { Variables } from './variables.ts'

export type BackupSettings = {
  /** Parent folder of the backups' folders. */
  folder: string
  /** Hours between automatic backups of a running shop; 0 for none. */
  everyHours: number
  keep: number
  /** Folder in which the private database keeps its write-ahead log and copies of itself; undefined: it does not. */
  walArchive: string | undefined
}

const MAX_HOURS = 24 * 31
const MAX_KEPT = 1_000

/*
 * Database and backups:
 * | `BACKUP_HOURS`, `BACKUP_KEEP`, `BACKUP_DIR` | `0` (none), `7`, `backups` in `DATA_DIR` | recommended | [backups](backup.md) by the running shop: hours between them, how many are kept, and where (use another disk) |
 * | `WAL_ARCHIVE_DIR` | none | optional | folder, on another disk, in which the private database keeps all that is written, so that it can be brought back to [any second](backup.md#back-to-any-second) |
 */

export function readBackupSettings(variables: Variables, dataDir: string): BackupSettings {
  const folder = variables.read('BACKUP_DIR')
  const walArchive = variables.read('WAL_ARCHIVE_DIR')
  if (walArchive !== undefined && variables.read('DATABASE_URL') !== undefined) {
    variables.problem('WAL_ARCHIVE_DIR is for the private database; with DATABASE_URL that server keeps its own archive.')
  }
  if (walArchive !== undefined && !relative(dataDir, resolve(walArchive)).startsWith('..')) {
    variables.problem('WAL_ARCHIVE_DIR is in DATA_DIR, and would be lost with it. Name a folder elsewhere, on another disk.')
  }
  return {
    folder: folder === undefined ? join(dataDir, 'backups') : resolve(folder),
    everyHours: variables.count('BACKUP_HOURS', { usual: 0, least: 0, most: MAX_HOURS }),
    keep: variables.count('BACKUP_KEEP', { usual: 7, most: MAX_KEPT }),
    walArchive: walArchive === undefined ? undefined : resolve(walArchive),
  }
}
