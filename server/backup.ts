import { join, resolve } from 'node:path'
import { FolderInUse, PrivateServerError } from '#database/embedded/errors.ts'
import { useDatabase } from './open-database.ts'
import { BackupRefused, backUpShop } from './operations/backup-shop.ts'
import { backupName } from './operations/list-backups.ts'
import { readSettings, SettingsError } from './settings/settings.ts'

/** `npm run backup [-- FOLDER]`: a backup of the shop, beside a running one or without. */

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const [wanted, ...rest] = process.argv.slice(2)
  if (rest.length > 0) throw new BackupRefused('Usage: npm run backup [-- FOLDER]')
  const settings = readSettings(process.env)
  const folder = wanted === undefined ? join(settings.backups.folder, backupName(new Date())) : resolve(wanted)
  await useDatabase(settings, () => {}, (connection) => backUpShop({ connection, dataDir: settings.dataDir, folder, say }))
  say(`The backup is in ${folder}. It holds addresses and password hashes: keep it where only you can read it.`)
} catch (error) {
  const isExplained = [BackupRefused, SettingsError, FolderInUse, PrivateServerError].some((kind) => error instanceof kind)
  process.stderr.write(`${isExplained ? (error as Error).message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}
