import { BackupRefused } from '../backup/backup-shop.ts'
import { makeBaseCopy } from '../backup/base-copies.ts'
import { privateServerOf } from '../../platform/database/open-database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { usePrivateServer } from '#database/embedded.ts'
import { runCommand } from './run-command.ts'

/** `npm run base-copy`: a copy of the private database's files, from which its archive is played again; while the shop runs, or not. */

await runCommand(async () => {
  const settings = readSettings(process.env)
  const { walArchive, keep } = settings.backups
  if (walArchive === undefined) throw new BackupRefused('Set WAL_ARCHIVE_DIR, in which the private database keeps what it writes.')
  const server = { ...privateServerOf(settings), log: () => {} }
  const folder = await usePrivateServer(server, (connection) => makeBaseCopy(connection, walArchive, keep))
  process.stdout.write(`The copy is in ${folder}. It holds all that the shop knows: keep it where only you can read it.\n`)
}, BackupRefused)
