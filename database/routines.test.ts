import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { withOneMore } from '#tests/support/database/copied-migrations.ts'
import { makeDatabase } from '#tests/support/database/made-database.ts'
import { FROM_TEMPLATE, withClient } from '#tests/support/database/postgres.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { migrateDatabase } from './migrate.ts'
import { listRoutines } from './routines.ts'

/** The shop's functions and triggers, as the database describes them. */
const described = async (client: pg.Client) => {
  const { rows } = await client.query<{ text: string }>(`
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by text`)
  return rows.map(({ text }) => text)
}

/** A folder with the shop's functions and triggers, `file` of which is changed. */
async function withChanged(file: string, change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-routines-'))
  afterTheFile(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, 'routines'), folder, { recursive: true })
  await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')))
  return folder
}

const RATE_CHECK = `create or replace function refuse_low_rate() returns trigger language plpgsql as $$
begin
  raise exception 'too low' using errcode = 'check_violation';
end $$;
create constraint trigger tax_rates_refuse_low after insert on tax_rates for each row when (new.rate_bp < 1) execute function refuse_low_rate();
`
const addLowRate = `insert into tax_rates (country, from_day, rate_bp) values ('US', '2100-01-01', $1)`

test('a function or trigger follows its text: it comes, is replaced, and goes', async () => {
  const { connection } = await makeDatabase(FROM_TEMPLATE)
  await withClient(connection, async (client) => {
    await migrateDatabase(connection, { routines: await withChanged('tax.sql', (text) => text + RATE_CHECK) })
    await expect(client.query(addLowRate, [0])).rejects.toThrow('too low')
    await client.query(addLowRate, [1])

    const stricter = (text: string) => text + RATE_CHECK.replace('rate_bp < 1', 'rate_bp < 2').replace('too low', 'far too low')
    await migrateDatabase(connection, { routines: await withChanged('tax.sql', stricter) })
    await expect(client.query(addLowRate.replace('US', 'CA'), [1])).rejects.toThrow('far too low')

    await migrateDatabase(connection)
    await client.query(addLowRate.replace('US', 'CA'), [1])
    expect(await described(client)).not.toContainEqual(expect.stringContaining('low_rate'))
  })
})

test('what has not changed is not applied again, and a database of a newer version keeps its own', async () => {
  const { connection } = await makeDatabase(FROM_TEMPLATE)
  await withClient(connection, async (client) => {
    const touched = () =>
      client.query<{ xmin: string }>(`select oid, xmin from pg_proc union all select oid, xmin from pg_trigger order by 1`)
    const before = await touched()
    await migrateDatabase(connection, {
      routines: await withChanged('tax.sql', (text) => text.replaceAll(/^--.*\n/gm, '-- Another comment.\n')),
    })
    expect((await touched()).rows).toEqual(before.rows)

    const newer = { folder: await withOneMore('select'), routines: await withChanged('tax.sql', (text) => text + RATE_CHECK) }
    await migrateDatabase(connection, newer)
    await migrateDatabase(connection)
    expect(await described(client)).toContainEqual(expect.stringContaining('tax_rates_refuse_low'))
  })
})

test('a database with functions and triggers of the first releases comes to the same as an empty one', async () => {
  const [earlier, empty] = [await makeDatabase(FROM_TEMPLATE), await makeDatabase(FROM_TEMPLATE)]
  await earlier.run(
    'drop table drizzle.routines',
    'alter trigger orders_check on orders rename to order_change',
    'alter function refuse_paper_change() rename to keep_paper',
    'alter trigger invoices_refuse_change on invoices rename to invoices_kept',
    `create or replace function search_form(words text) returns text language sql immutable strict parallel safe as 'select lower(words)'`,
  )

  await migrateDatabase(earlier.connection)

  expect(await withClient(earlier.connection, described)).toEqual(await withClient(empty.connection, described))
})

test('every function names tables and functions that exist', async () => {
  const { connection } = await makeDatabase(FROM_TEMPLATE)
  await withClient(connection, async (client) => {
    for (const text of await described(client)) if (text.includes('LANGUAGE sql')) await client.query(text)
  })
})

test('a trigger is named after its table and what it does, and stands once', () => {
  const names = listRoutines().map(({ name }) => name)

  expect(names.filter((name) => /told|kept|checked/.test(name.replace(/\(.*/, '')))).toEqual([])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  for (const trigger of names.filter((name) => name.startsWith('trigger '))) {
    const [, name, table] = /^trigger (\w+) on (\w+)$/.exec(trigger) ?? []
    expect(name).toMatch(new RegExp(`^${table}_`))
  }
})
