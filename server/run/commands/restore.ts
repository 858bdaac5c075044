import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { RestoreRefused } from '../backup/fill-data-folder.ts'
import { restoreAt } from '../backup/restore-at.ts'
import { restoreShop } from '../backup/restore-shop.ts'
import { describeFinding } from '../invariants/describe-finding.ts'
import { readSettings, type Settings } from '../../platform/settings/settings.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- FOLDER`, or `-- --at TIME`: brings a shop back into an empty data folder, from a backup or from its archive. */

const USAGE = `Usage:
  npm run restore -- FOLDER       from the backup in this folder
  npm run restore -- --at TIME    from WAL_ARCHIVE_DIR, as it was then, such as 2026-11-28T14:32:05Z
  npm run restore -- --latest     from WAL_ARCHIVE_DIR, up to its end`
/** With its zone: without one it has two readings. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const say = (line: string) => void process.stdout.write(`${line}\n`)

type Wanted = { folder: string } | { at: Date | undefined }

/** @throws RestoreRefused for anything but one of the three. */
function readArguments(): Wanted {
  const { values, positionals } = parseArguments()
  const [folder, ...rest] = positionals
  const { at, latest } = values
  const chosen = [folder, at, latest].filter((one) => one !== undefined)
  if (chosen.length !== 1 || rest.length > 0) throw new RestoreRefused(USAGE)
  if (folder !== undefined) return { folder: resolve(folder) }
  if (at === undefined) return { at: undefined }
  if (!TIME.test(at) || Number.isNaN(Date.parse(at))) {
    throw new RestoreRefused(`'${at}' is no time with its zone, such as 2026-11-28T14:32:05Z or 2026-11-28T15:32:05+01:00.`)
  }
  return { at: new Date(at) }
}

function parseArguments() {
  try {
    return parseArgs({ options: { at: { type: 'string' }, latest: { type: 'boolean' } }, allowPositionals: true })
  } catch {
    throw new RestoreRefused(USAGE)
  }
}

async function restoreBackup(settings: Settings, folder: string) {
  const broken = await restoreShop({ settings, folder, say })
  say(`The shop is restored in ${settings.dataDir}. Start it with npm start.`)
  return broken
}

async function restoreMoment(settings: Settings, at: Date | undefined) {
  const broken = await restoreAt({ settings, at, say })
  say(
    `The database is restored in ${settings.dataDir}. Pictures, documents and the secret of trial mode are no part of it: copy images, documents and ` +
      'auth-secret there from the old data folder, or from a backup. Then start the shop with npm start, and with a new WAL_ARCHIVE_DIR.',
  )
  return broken
}

await runCommand(async () => {
  const wanted = readArguments()
  const settings = readSettings(process.env)
  const broken = 'folder' in wanted ? await restoreBackup(settings, wanted.folder) : await restoreMoment(settings, wanted.at)
  say(
    'All users must sign in again. API keys that were revoked since the backup work again: their owners revoke them under ' +
      'Dashboard -> My Profile; for whom else and what else is as it was then, see docs/backup.md.',
  )
  if (broken.length > 0) {
    say(['When the backup was made, the shop was not in order:', ...broken.map(describeFinding)].join('\n'))
    process.exitCode = 1
  }
}, RestoreRefused)
