import { resolve } from 'node:path'
import { RestoreRefused, restoreShop } from '../backup/restore-shop.ts'
import { describeFinding } from '../invariants/describe-finding.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- FOLDER`: restores a backup into an empty data folder. */

const say = (line: string) => void process.stdout.write(`${line}\n`)

await runCommand(async () => {
  const [folder, ...rest] = process.argv.slice(2)
  if (folder === undefined || rest.length > 0) throw new RestoreRefused('Usage: npm run restore -- FOLDER')
  const settings = readSettings(process.env)
  const broken = await restoreShop({ settings, folder: resolve(folder), say })
  say(`The shop is restored in ${settings.dataDir}. Start it with npm start.`)
  say(
    'All users must sign in again. API keys that were revoked since the backup work again: their owners revoke them under ' +
      'Dashboard -> My Profile; for whom else and what else is as it was then, see docs/backup.md.',
  )
  if (broken.length > 0) {
    say(['When the backup was made, the shop was not in order:', ...broken.map(describeFinding)].join('\n'))
    process.exitCode = 1
  }
}, RestoreRefused)
