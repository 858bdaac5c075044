import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './backup-files.ts'

const RESTORING = '.restoring-'
/** What the data folder may contain: the backups themselves. */
const HARMLESS = new Set(['backups', 'lost+found'])

export class RestoreRefused extends Error {}

/**
 * Fills an empty data folder: what `fill` makes in a folder beside appears in its place when everything is done, or not at all.
 * @throws RestoreRefused when the data folder is not empty.
 */
export async function fillDataFolder<T>(dataDir: string, fill: (restoring: string) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true })
  await requireEmpty(dataDir)
  const restoring = join(dataDir, `${RESTORING}${randomUUID().slice(0, 8)}`)
  await mkdir(restoring)
  try {
    const filled = await fill(restoring)
    await moveInto(dataDir, restoring)
    return filled
  } catch (error) {
    await rm(restoring, { recursive: true, force: true })
    throw error
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  // An interrupted restore has moved nothing to its place yet.
  for (const name of names) if (name.startsWith(RESTORING)) await rm(join(dataDir, name), { recursive: true, force: true })
  const inTheWay = names.filter((name) => !HARMLESS.has(name) && !name.startsWith(RESTORING))
  if (inTheWay.length === 0) return
  throw new RestoreRefused(
    `${dataDir} is not empty (${inTheWay.join(', ')}). A restore never replaces data: stop the shop and move the folder ` +
      'away, or set DATA_DIR to another one.',
  )
}

/** Moves the database last: without it, the folder is not taken for a complete shop. */
async function moveInto(dataDir: string, restoring: string): Promise<void> {
  const names = await readdir(restoring)
  for (const name of names.toSorted((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))) {
    await rename(join(restoring, name), join(dataDir, name))
  }
  await rm(restoring, { recursive: true })
  await syncFolder(dataDir)
}
