import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Services } from '../../services.ts'
import type { BackupSettings } from '../../platform/settings/backups.ts'
import type { JobFigures } from '../../platform/jobs/job-figures.ts'
import { startJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { listBaseCopies } from './base-copies.ts'
import { listBackups } from './list-backups.ts'

const LOOK_EVERY_MS = 60_000
const HOUR_MS = 3_600_000
/** A younger copy has less of the archive to be played again. */
const HOURS_BETWEEN_COPIES = 24
/** Lowest priority of the processor, because buyers' requests come first. */
const LOWEST_PRIORITY = 19

/**
 * Makes a backup whenever the newest is older than `BACKUP_HOURS`, and removes the oldest beyond `BACKUP_KEEP`; with `WAL_ARCHIVE_DIR` also
 * a copy of the private database, each day. Separate processes make them, so that reading all data does not delay requests; ending the shop
 * ends those processes too.
 */
export function scheduleBackups({ settings, log }: Pick<Services, 'settings' | 'log'>, figures: JobFigures): Jobs {
  const { backups } = settings
  const ending = new AbortController()
  const backUp = async () => {
    if (!isOver((await listBackups(backups.folder)).at(-1), backups.everyHours)) return
    await runAside('backup', ending.signal)
    if (!ending.signal.aborted) log.info({ folder: backups.folder }, 'a backup was made')
    await removeOldest(backups)
  }
  const copy = async (archive: string) => {
    if (!isOver((await listBaseCopies(archive)).at(-1), HOURS_BETWEEN_COPIES)) return
    await runAside('base-copy', ending.signal)
    if (!ending.signal.aborted) log.info({ folder: archive }, 'the database was copied into its archive')
  }
  const { walArchive } = backups
  const work = [
    ...(backups.everyHours > 0 ? [{ name: 'backup', everyMs: LOOK_EVERY_MS, run: backUp }] : []),
    ...(walArchive === undefined ? [] : [{ name: 'base copy', everyMs: LOOK_EVERY_MS, run: () => copy(walArchive) }]),
  ]
  if (work.length === 0) return { stop: async () => {} }
  const jobs = startJobs(work, log, figures)
  return {
    stop() {
      ending.abort()
      return jobs.stop()
    },
  }
}

const isOver = (newest: { madeAt: Date } | undefined, hours: number) =>
  newest === undefined || Date.now() - newest.madeAt.getTime() >= hours * HOUR_MS

async function runAside(command: 'backup' | 'base-copy', ending: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL(`../commands/${command}.ts`, import.meta.url))
  const work = promisify(execFile)(process.execPath, [program], { signal: ending })
  if (work.child.pid !== undefined) setPriority(work.child.pid, LOWEST_PRIORITY)
  await work.catch((error: unknown) => {
    if (!ending.aborted) throw error
  })
}

/** Only complete backups count, so that a failing disk never costs the last good one. */
export async function removeOldest({ folder, keep }: Pick<BackupSettings, 'folder' | 'keep'>): Promise<void> {
  const backups = await listBackups(folder)
  for (const { name } of backups.slice(0, -keep)) await rm(join(folder, name), { recursive: true })
}
