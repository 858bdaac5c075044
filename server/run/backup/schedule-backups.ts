import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Services } from '../../services.ts'
import type { BackupSettings } from '../../platform/settings/backups.ts'
import { startJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { listBackups } from './list-backups.ts'

const COMMAND = fileURLToPath(new URL('../commands/backup.ts', import.meta.url))
const LOOK_EVERY_MS = 60_000
const HOUR_MS = 3_600_000
/** Lowest priority of the processor, because buyers' requests come first. */
const LOWEST_PRIORITY = 19

/**
 * Makes a backup whenever the newest is older than `BACKUP_HOURS`, and removes the oldest beyond `BACKUP_KEEP`. A separate
 * process makes it, so that reading all data does not delay requests; ending the shop ends that process too.
 */
export function scheduleBackups({ settings, log }: Pick<Services, 'settings' | 'log'>): Jobs {
  const { backups } = settings
  if (backups.everyHours === 0) return { stop: async () => {} }
  const ending = new AbortController()
  const run = async () => {
    if (!(await isDue(backups))) return
    await backUpAside(ending.signal)
    if (!ending.signal.aborted) log.info({ folder: backups.folder }, 'a backup was made')
    await removeOldest(backups)
  }
  const jobs = startJobs([{ name: 'backup', everyMs: LOOK_EVERY_MS, run }], log)
  return {
    stop() {
      ending.abort()
      return jobs.stop()
    },
  }
}

async function isDue({ folder, everyHours }: BackupSettings): Promise<boolean> {
  const newest = (await listBackups(folder)).at(-1)
  return newest === undefined || Date.now() - newest.madeAt.getTime() >= everyHours * HOUR_MS
}

async function backUpAside(ending: AbortSignal): Promise<void> {
  const work = promisify(execFile)(process.execPath, [COMMAND], { signal: ending })
  if (work.child.pid !== undefined) setPriority(work.child.pid, LOWEST_PRIORITY)
  await work.catch((error: unknown) => {
    if (!ending.aborted) throw error
  })
}

/** Only complete backups count, so that a failing disk never costs the last good one. */
export async function removeOldest({ folder, keep }: BackupSettings): Promise<void> {
  const backups = await listBackups(folder)
  for (const { name } of backups.slice(0, -keep)) await rm(join(folder, name), { recursive: true })
}
