import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unless } from '#database/error-codes.ts'
import { MANIFEST } from './backup-files.ts'

const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/

/** A folder that is still being filled, or was given up half way. */
export const UNFINISHED = '.unfinished-'
const UNFINISHED_KEPT_MS = 86_400_000

/** Name of a backup by its time, such as `2026-11-21T09-30-00Z`; names sort by time. */
export const backupName = (madeAt: Date) => `${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** The time in the name of a backup; undefined for another name. */
export const timeOfBackup = (name: string): Date | undefined => (NAME.test(name) ? new Date(name.replace(NAME, '$1T$2:$3:$4Z')) : undefined)

/** Automatic backups, oldest first; folders with other names are ignored. */
export async function listBackups(folder: string): Promise<{ name: string; madeAt: Date }[]> {
  const names = (await readdir(folder).catch(unless('ENOENT'))) ?? []
  return names.toSorted().flatMap((name) => {
    const madeAt = timeOfBackup(name)
    return madeAt && existsSync(join(folder, name, MANIFEST)) ? [{ name, madeAt }] : []
  })
}

/** Removes what was given up half way a day ago. */
export async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(UNFINISHED)) continue
    const { mtimeMs } = await stat(join(parent, name))
    if (Date.now() - mtimeMs > UNFINISHED_KEPT_MS) await rm(join(parent, name), { recursive: true, force: true })
  }
}
