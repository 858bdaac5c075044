import type pg from 'pg'
import { copyIn, CopyOut } from '#database/copy.ts'
import { listTables, type TableShape } from '#database/list-tables.ts'
import { LOCK_KEYS, takeKey } from '#database/locks.ts'
import type { ConnectionSettings } from '#database/open-pool.ts'
import { useClient } from '#database/use-client.ts'

/**
 * The tables that the sandbox copies from the shop, without columns that name people, and without some rows.
 * - `key`: columns that identify a row, instead of the primary key
 * - `isFixed`: rows never change
 * - `isWhole`: rows deleted in the shop are deleted in the sandbox, too
 */
const COPIED: Record<string, { without?: string; where?: string; key?: string[]; isFixed?: true; isWhole?: true }> = {
  categories: {},
  attributes: {},
  images: { without: 'uploaded_by' },
  parts: {},
  // Earlier part numbers are found by them.
  part_changes: { without: 'actor_id', where: "field = 'partNumber'" },
  part_pictures: { isWhole: true },
  part_documents: { without: 'actor_id', isWhole: true },
  part_relations: { isWhole: true },
  search_answers: { isWhole: true },
  synonyms: { isWhole: true },
  freight_methods: {},
  tax_rates: { without: 'id', key: ['country', 'from_day'], isFixed: true },
}

/** First number of rows that are added in the sandbox, so that no later row of the shop gets the same. */
const OWN_NUMBERS = 1_000_000_000

/**
 * Copies parts, prices, stock and related data into the sandbox, in one transaction: new and changed rows are written, so that a part
 * keeps its id. A part added in the sandbox loses its number to a part of the shop with the same one. `skip` leaves it to another process
 * that copies already.
 */
export async function copyCatalogue(
  shop: ConnectionSettings,
  sandbox: ConnectionSettings,
  onLocked: 'wait' | 'skip' = 'wait',
): Promise<void> {
  await useClient(shop, 'teleforge-sandbox', (from) =>
    useClient(sandbox, 'teleforge-sandbox', async (to) => {
      await to.query('begin')
      // Before the shop is read, so that no older copy is written over a newer one.
      if (!(await takeKey(to, LOCK_KEYS.copyOfCatalogue, onLocked))) return
      await from.query('begin isolation level repeatable read read only')
      for (const table of await listTables(to)) await copyTable(from, to, table)
      await to.query('commit')
      await from.query('commit')
    }),
  )
}

async function copyTable(from: pg.ClientBase, to: pg.ClientBase, { name, relation, columns: all, numbered }: TableShape): Promise<void> {
  const table = name.replace(/^public\./, '')
  const copied = COPIED[table]
  if (!copied) return
  const names = all.filter((column) => column !== copied.without)
  const columns = names.join()
  await to.query(`create temp table incoming on commit drop as select ${columns} from ${relation} limit 0`)
  const rows = from.query(new CopyOut(`copy (select ${columns} from ${table} where ${copied.where ?? 'true'}) to stdout`))
  await copyIn(to as pg.Client, `copy incoming (${columns}) from stdin`, rows)

  const key = copied.key ?? (await primaryKeyOf(to, relation))
  if (table === 'parts') await to.query(GIVE_WAY)
  if (copied.isWhole) {
    await to.query(
      `delete from ${relation} as mine where not exists (select from incoming where ${key.map((one) => `incoming.${one} = mine.${one}`).join(' and ')})`,
    )
  }
  // A row keeps its number.
  const fixed = new Set([...key, ...numbered.map(({ column }) => column)])
  const others = names.filter((column) => !fixed.has(column))
  const valuesOf = (row: string) => `(${others.map((column) => `${row}.${column}`).join()})`
  const update =
    copied.isFixed || others.length === 0
      ? 'nothing'
      : `update set ${others.map((column) => `${column} = excluded.${column}`).join()} where ${valuesOf('mine')} is distinct from ${valuesOf('excluded')}`
  await to.query(
    `insert into ${relation} as mine (${columns}) overriding system value select ${columns} from incoming
     on conflict (${key.join()}) do ${update}`,
  )
  for (const { column, sequence } of numbered) {
    await to.query(`select setval($1, greatest((select max(${column}) from ${relation}), $2))`, [sequence, OWN_NUMBERS])
  }
  await to.query('drop table incoming')
}

const GIVE_WAY = `
  update parts set deleted_at = now()
  where deleted_at is null and not exists (select from incoming where incoming.id = parts.id)
    and search_number in (select search_form(part_number) from incoming where deleted_at is null)`

async function primaryKeyOf(client: pg.ClientBase, relation: string): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(a.attname) as column from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
    [relation],
  )
  return rows.map(({ column }) => column)
}
