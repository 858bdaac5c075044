import { join, resolve } from 'node:path'
import type { Variables } from './variables.ts'

export type BackupSettings = {
  /** Parent folder of the backups' folders. */
  folder: string
  /** Hours between automatic backups of a running shop; 0 for none. */
  everyHours: number
  keep: number
}

const MOST_HOURS = 24 * 31
const MOST_KEPT = 1_000

export function readBackupSettings(variables: Variables, dataDir: string): BackupSettings {
  const folder = variables.read('BACKUP_DIR')
  return {
    folder: folder === undefined ? join(dataDir, 'backups') : resolve(folder),
    everyHours: readWithin(variables, 'BACKUP_HOURS', { usual: 0, least: 0, most: MOST_HOURS }),
    keep: readWithin(variables, 'BACKUP_KEEP', { usual: 7, least: 1, most: MOST_KEPT }),
  }
}

function readWithin(variables: Variables, name: string, bounds: { usual: number; least: number; most: number }): number {
  const text = variables.read(name)
  if (text === undefined) return bounds.usual
  const count = Number(text)
  if (/^\d{1,9}$/.test(text) && count >= bounds.least && count <= bounds.most) return count
  variables.problem(`${name} is a number from ${bounds.least} to ${bounds.most}.`)
  return bounds.usual
}
