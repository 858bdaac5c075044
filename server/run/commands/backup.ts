import { join, resolve } from 'node:path'
import { BackupRefused, backUpShop } from '../backup/backup-shop.ts'
import { backupName } from '../backup/list-backups.ts'
import { removeOldest } from '../backup/schedule-backups.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { useDatabase } from '../../platform/database/open-database.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run backup [-- FOLDER]`: a backup of the shop, whether it is running or not. With `--remove-oldest` it goes into `BACKUP_DIR`, and
 * those beyond `BACKUP_KEEP` are removed afterwards.
 */

const USAGE = 'Usage: npm run backup [-- FOLDER], or npm run backup -- --remove-oldest'
const REMOVE_OLDEST = '--remove-oldest'

const say = (line: string) => void process.stdout.write(`${line}\n`)

await runCommand(async () => {
  const [wanted, ...rest] = process.argv.slice(2)
  const removesOldest = wanted === REMOVE_OLDEST
  if (rest.length > 0 || (!removesOldest && wanted?.startsWith('--'))) throw new BackupRefused(USAGE)
  const settings = readSettings(process.env)
  const folder = wanted === undefined || removesOldest ? join(settings.backups.folder, backupName(new Date())) : resolve(wanted)
  const { dataDir } = settings
  await useDatabase(
    settings,
    () => {},
    (connection) => backUpShop({ connection, dataDir, folder, say }),
    'reading',
  )
  say(`The backup is in ${folder}. It holds addresses and password hashes: keep it where only you can read it.`)
  if (removesOldest) await removeOldest(settings.backups)
}, BackupRefused)
