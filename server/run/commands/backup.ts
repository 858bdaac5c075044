import { join, resolve } from 'node:path'
import { BackupRefused, backUpShop } from '../backup/backup-shop.ts'
import { backupName } from '../backup/list-backups.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { useDatabase } from '../../platform/database/open-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run backup [-- FOLDER]`: a backup of the shop, whether it is running or not. */

const say = (line: string) => void process.stdout.write(`${line}\n`)

await runCommand(async () => {
  const [wanted, ...rest] = process.argv.slice(2)
  if (rest.length > 0) throw new BackupRefused('Usage: npm run backup [-- FOLDER]')
  const settings = readSettings(process.env)
  const folder = wanted === undefined ? join(settings.backups.folder, backupName(new Date())) : resolve(wanted)
  const { dataDir } = settings
  await useDatabase(
    settings,
    () => {},
    (connection) => backUpShop({ connection, dataDir, folder, say }),
    'reading',
  )
  say(`The backup is in ${folder}. It holds addresses and password hashes: keep it where only you can read it.`)
}, BackupRefused)
