import { resolve } from 'node:path'
import { FolderInUse, PrivateServerError } from '#database/embedded/errors.ts'
import { describeFinding } from './operations/describe-finding.ts'
import { RestoreRefused, restoreShop } from './operations/restore-shop.ts'
import { readSettings, SettingsError } from './settings/settings.ts'

/** `npm run restore -- FOLDER`: puts a backup back into an empty data folder. */

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const [folder, ...rest] = process.argv.slice(2)
  if (folder === undefined || rest.length > 0) throw new RestoreRefused('Usage: npm run restore -- FOLDER')
  const settings = readSettings(process.env)
  const broken = await restoreShop({ settings, folder: resolve(folder), say })
  say(`The shop is restored in ${settings.dataDir}. Start it with npm start.`)
  if (broken.length > 0) {
    say(['When the backup was made, the shop was not in order:', ...broken.map(describeFinding)].join('\n'))
    process.exitCode = 1
  }
} catch (error) {
  const isExplained = [RestoreRefused, SettingsError, FolderInUse, PrivateServerError].some((kind) => error instanceof kind)
  process.stderr.write(`${isExplained ? (error as Error).message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}
