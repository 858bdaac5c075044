import { join } from 'node:path'
import type { InvariantFinding } from '#contract/shop/operations.ts'
import { connect } from '#database/connect.ts'
import { usePrivateServer } from '#database/embedded.ts'
import { PrivateServerError } from '#database/embedded/errors.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { useClient } from '#database/use-client.ts'
import { checkLastingInvariants } from '../invariants/check-invariants.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { listBaseCopies } from './base-copies.ts'
import { endWhatMayHaveEnded } from './end-what-may-have-ended.ts'
import { fillDataFolder, RestoreRefused } from './fill-data-folder.ts'

type Request = { settings: Settings; at: Date | undefined; say: (line: string) => void }

/**
 * Brings the private database back as it was at a moment, or at the end of its archive, in an empty data folder. Returns the broken invariants,
 * which were broken then.
 * @throws RestoreRefused when the archive does not reach that moment, or the data folder is not empty.
 */
export async function restoreAt({ settings, at, say }: Request): Promise<InvariantFinding[]> {
  const archive = settings.backups.walArchive
  if (archive === undefined) throw new RestoreRefused('Set WAL_ARCHIVE_DIR to the archive from which the shop is to be brought back.')
  if (at && at > new Date()) throw new RestoreRefused(`${at.toISOString()} is in the future.`)
  const copies = await listBaseCopies(archive)
  const [oldest] = copies
  const copy = copies.findLast(({ madeAt }) => at === undefined || madeAt <= at)
  if (!oldest) throw new RestoreRefused(`${archive} holds no copy of a database.`)
  if (!copy) throw new RestoreRefused(`The archive begins at ${oldest.madeAt.toISOString()}; what was before is in a backup.`)

  return fillDataFolder(settings.dataDir, async (restoring) => {
    say(`Copy of ${copy.madeAt.toISOString()}: playing what was written since, up to ${at?.toISOString() ?? 'the end of the archive'}`)
    const from = { copy: copy.folder, archive, at }
    // Without an archive of its own: the one it reads may belong to a shop that goes on.
    const server = { folder: join(restoring, 'postgres'), from, log: say }
    return usePrivateServer(server, async (connection) => {
      await useClient(connection, 'teleforge-restore', async (client) => {
        // It named the archive and the moment.
        await client.query('alter system reset all')
        await endWhatMayHaveEnded(client)
      })
      await migrateDatabase(connection)
      const db = connect(connection, { max: 1 })
      return checkLastingInvariants(db).finally(() => db.$client.end())
    }).catch((error: unknown) => {
      if (!(error instanceof PrivateServerError) || !error.message.includes('before configured recovery target was reached')) throw error
      throw new RestoreRefused(
        `The archive does not reach ${at?.toISOString()} yet. What the shop writes is there after a minute; --latest takes all that is there.`,
      )
    })
  })
}
