import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unless } from '#database/error-codes.ts'
import { MANIFEST } from './backup-files.ts'

const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/

/** Name of a backup by its time, such as `2026-11-21T09-30-00Z`; names sort by time. */
export const backupName = (madeAt: Date) => `${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Automatic backups, oldest first; folders with other names are ignored. */
export async function listBackups(folder: string): Promise<{ name: string; madeAt: Date }[]> {
  const names = (await readdir(folder).catch(unless('ENOENT'))) ?? []
  return names
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .toSorted()
    .map((name) => ({ name, madeAt: new Date(name.replace(NAME, '$1T$2:$3:$4Z')) }))
}
