import type { ConnectionSettings } from './open-pool.ts'
import { withoutLimits } from './session-settings.ts'
import { useClient } from './use-client.ts'

const TABLES = ['orders', 'quotes', 'invoices']

/**
 * Gives rows that were copied from another server a transaction of this one (`changed_in`): the copied numbers may still be in the
 * future here, and their changes would be withheld. A table is rewritten as a whole, since triggers would take each row for a change.
 */
export async function renewChanges(settings: ConnectionSettings): Promise<void> {
  await useClient(settings, 'teleforge-renew', async (client) => {
    await client.query('begin')
    await client.query(withoutLimits)
    for (const table of TABLES) {
      const { rowCount } = await client.query(`select from ${table} where changed_in > pg_snapshot_xmax(pg_current_snapshot()) limit 1`)
      if (rowCount === 1) await client.query(`alter table ${table} alter column changed_in type xid8 using pg_current_xact_id()`)
    }
    await client.query('commit')
  })
}
