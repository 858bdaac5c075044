import { join, resolve } from 'node:path'
import type { Variables } from './variables.ts'

export type BackupSettings = {
  /** Parent folder of the backups' folders. */
  folder: string
  /** Hours between automatic backups of a running shop; 0 for none. */
  everyHours: number
  keep: number
}

const MAX_HOURS = 24 * 31
const MAX_KEPT = 1_000

/*
 * Database and backups:
 * | `BACKUP_HOURS`, `BACKUP_KEEP`, `BACKUP_DIR` | `0` (none), `7`, `backups` in `DATA_DIR` | recommended | [backups](backup.md) by the running shop: hours between them, how many are kept, and where (use another disk) |
 */

export function readBackupSettings(variables: Variables, dataDir: string): BackupSettings {
  const folder = variables.read('BACKUP_DIR')
  return {
    folder: folder === undefined ? join(dataDir, 'backups') : resolve(folder),
    everyHours: variables.count('BACKUP_HOURS', { usual: 0, least: 0, most: MAX_HOURS }),
    keep: variables.count('BACKUP_KEEP', { usual: 7, most: MAX_KEPT }),
  }
}
