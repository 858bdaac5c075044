import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { connect, type ConnectionSettings } from '#database/connect.ts'
import { inDatabase } from '#database/in-database.ts'
import { listTables } from '#database/list-tables.ts'
import { listMigrations, migrateDatabase } from '#database/migrate.ts'
import { checkInvariants } from '#server/platform/invariants/check-invariants.ts'
import { sandboxBooks } from '#server/platform/invariants/payment-books.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { growShop } from '#tests/support/shops/grown-shop.ts'
import { withClient } from '#tests/support/database/postgres.ts'
import { tableDigests } from '#tests/support/database/table-digests.ts'

const MIGRATIONS = fileURLToPath(new URL('../../database/migrations', import.meta.url))
const migrations = listMigrations()
const made: string[] = []

/** A new empty database on the server of this run. */
async function emptyDatabase(): Promise<ConnectionSettings> {
  const name = `migrations_${randomUUID().replaceAll('-', '')}`
  await withClient(inject('postgres'), (client) => client.query(`create database ${name}`))
  made.push(name)
  return inDatabase(inject('postgres'), name)
}

afterAll(() =>
  withClient(inject('postgres'), async (client) => {
    for (const name of made) await client.query(`drop database ${name} with (force)`)
  }),
)

const appliedIn = (client: pg.Client) =>
  client
    .query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
    .then(({ rows }) => rows.map(({ hash }) => hash))

/** A row for each table that came after the first schema, so that later migrations meet it with data. */
const laterRows: Record<string, string> = {
  'public.categories': `insert into categories (key, name) values ('boards', 'Boards')`,
  'public.attributes': `insert into attributes (key, name, kind) values ('size', 'Size', 'number')`,
  'public.imports': `insert into imports (file_name, sets_stock, actor_id) select 'parts.csv', false, id from users limit 1`,
  'public.import_rows': `insert into import_rows (import_id, row, cells, fields, problems, number_form) select id, 1, '{}', '{}', '[]', '' from imports`,
  'public.contact_messages': `insert into contact_messages (name, email, message) values ('Vera', 'vera@example.com', 'Hello')`,
  'public.answered_calls': `insert into answered_calls (user_id, key, call, request_hash, answer)
    select id, 'key', 'place', 'hash', '{}' from users limit 1`,
  'public.audit_log': `insert into audit_log (actor_id, action, subject) select id, 'ship-order', 'none' from users limit 1`,
  'public.list_counts': `insert into list_counts (list, level, stretch, shown) values ('none', 0, 0, 1)`,
  'public.list_moves': `insert into list_moves (list, stretch, delta) values ('none', 0, 1)`,
  'public.stock_counts': `insert into stock_counts (part_id, counted_at) select id, now() from parts limit 1`,
  'public.api_keys': `insert into api_keys (user_id, name, prefix, key_hash, scopes) select id, 'key', 'tfk_1234', 'hash', '{}' from users limit 1`,
  'public.customer_part_numbers': `insert into customer_part_numbers (user_id, form, number, part_id)
    select users.id, '4711', '4711', parts.id from users, parts limit 1`,
  'public.webhooks': `insert into webhooks (user_id, url, events, secret) select id, 'https://example.com', '{}', 'whsec_' from users limit 1`,
  'public.webhook_deliveries': `insert into webhook_deliveries (webhook_id, event, object_id, ref, body, give_up_at)
    select id, 'order.paid', user_id, '1', '{}', now() from webhooks`,
  'public.quotes': `insert into quotes (user_id) select id from users limit 1`,
  'public.quote_versions': `insert into quote_versions (quote_id, version, total_cents, valid_until) select id, 1, 0, now() from quotes`,
  'public.quote_lines': `insert into quote_lines (quote_id, version, "row", text, asked, status) select quote_id, 1, 1, 'any', '', 'unknown' from quote_versions`,
  'public.order_groups': `insert into order_groups (user_id, quote_id, quote_version) select user_id, id, 1 from quotes`,
  'public.agent_orders': `insert into agent_orders (group_id, api_key_id, cents) select id, user_id, 1 from order_groups limit 1`,
  'public.punchout_connections': `insert into punchout_connections (user_id, kind, name, identity, secret_hash)
    select id, 'oci', 'Purchasing', 'oci-1', 'hash' from users limit 1`,
  'public.punchout_sessions': `insert into punchout_sessions (connection_id, operation, return_url, token_hash, expires_at)
    select id, 'create', 'https://example.com', 'hash', now() from punchout_connections`,
  'public.punchout_orders': `insert into punchout_orders (group_id, user_id, order_id, payload_id) select id, user_id, 'PO-1', '' from order_groups limit 1`,
  'public.mail_stop': `insert into mail_stop (cause, advice, needs_mail, next_try_at) values ('refused', 'none', false, now())`,
  'public.quote_voidings': `insert into quote_voidings (admin_id, reason, quote_id, quote_version, finished_at)
    select user_id, 'none', id, 1, now() from quotes`,
  'public.payments': `insert into payments (intent_id, amount_cents) select transaction_id, total_cents from orders where state = 'paid' limit 1`,
  'public.payment_refunds': `insert into payment_refunds (intent_id, amount_cents, state, made_by) select intent_id, 1, 'canceled', 'shop' from payments`,
  'public.disputes': `insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    select 'du_1', intent_id, amount_cents, 'won', 'won', 'fraudulent', now() from payments`,
  'sandbox.refunds': `insert into sandbox.refunds (id, intent_id, amount_cents, status, reason)
    select 're_1', id, amount_cents, 'failed', '' from sandbox.intents where status = 'succeeded' limit 1`,
  'sandbox.disputes': `insert into sandbox.disputes (id, intent_id, amount_cents, status, reason)
    select 'du_1', id, amount_cents, 'won', 'fraudulent' from sandbox.intents where status = 'succeeded' limit 1`,
  'public.customer_notes': `insert into customer_notes (user_id, author_id, note) select id, id, 'Pays late' from users limit 1`,
  'public.order_events': `insert into order_events (order_id, kind) select id, 'dispute-open' from orders limit 1`,
  'public.tax_rates': `insert into tax_rates (country, from_day, rate_bp) values ('US', '2100-01-01', 500)`,
  'public.billing_details': `insert into billing_details (user_id, company) select id, 'Sample SARL' from users limit 1`,
  'public.addresses': `insert into addresses (user_id, name, street, city, country) select id, 'Vera', 'Dock 1', 'Bonn', 'DE' from users limit 1`,
  'public.order_messages': `insert into order_messages (order_id, author_id, side, body)
    select id, user_id, 'customer', 'Hello' from orders limit 1`,
  'public.parcels': `insert into parcels (order_id, quantity) select id, 1 from orders where state = 'paid' limit 1`,
  'public.sales_of_hours': `insert into sales_of_hours values (date_trunc('hour', now()), 1, 1000, 1)`,
  'public.sales_of_parts': `insert into sales_of_parts select date_trunc('month', now()), id, 1, 1000, 1 from parts limit 1`,
  'public.sales_of_customers': `insert into sales_of_customers select date_trunc('month', now()), id, 1, 1000, 1 from users limit 1`,
  'public.missed_searches': `insert into missed_searches values (current_date, 'search', 'none', 'none', 1)`,
  'public.search_answers': `insert into search_answers (form, text) values ('none', 'none')`,
  'public.synonyms': `insert into synonyms (form, words, means) values ('kabel', 'Kabel', 'cable')`,
  'public.sold_out_looks': `insert into sold_out_looks select current_date, parts.id, users.id from parts cross join users limit 1`,
  'public.shop_settings': `insert into shop_settings (values, saved_by) select '{}', id from users limit 1`,
  'public.part_changes': `insert into part_changes (part_id, field, before, after) select id, 'name', 'a', 'b' from parts limit 1`,
  'public.price_changes': `insert into price_changes (percent, places, actor_id) select 5, 2, id from users limit 1`,
  'public.changed_prices': `insert into changed_prices select price_changes.id, parts.id, 1, '[]', 2, '[]' from price_changes cross join parts limit 1`,
  'public.expected_goods': `insert into expected_goods (part_id, expected_on, pieces, actor_id)
    select parts.id, current_date, 1, users.id from parts cross join users limit 1`,
  'public.low_stock_digests': `insert into low_stock_digests values (current_date, 1)`,
  'public.told_low_stock': `insert into told_low_stock select id, 0 from parts limit 1`,
  'public.part_pictures': `insert into part_pictures select id, 0, img, name from parts limit 1`,
  'public.part_documents': `insert into part_documents (part_id, kind, title, file_name, bytes, name, type, sha256)
    select id, 'drawing', 'Drawing', 'drawing.pdf', 1, 'none', 'pdf', 'hash' from parts limit 1`,
  'public.part_relations': `insert into part_relations (part_id, other_id, kind)
    select one.id, other.id, 'substitute' from parts as one join parts as other on one.id <> other.id limit 1`,
  'public.stock_notices': `insert into stock_notices select parts.id, users.id from parts cross join users limit 1`,
  'public.returns': `insert into returns (order_id, pieces, reason) select order_id, 1, 'other' from parcels limit 1`,
  'public.return_pictures': `insert into return_pictures (order_id, img, uploaded_by) select id, 'none', user_id from orders limit 1`,
  'public.postings': `insert into postings (entry, at, kind, ref, account, cents) values (0, '2020-01-01', 'opening', 'none', 'bank', 0)`,
  'public.payouts': `insert into payouts (id, amount_cents, currency, status, arrives_on, created_at, has_lines)
    values ('po_1', 100, 'usd', 'pending', current_date, now(), true)`,
  'public.payout_lines': `insert into payout_lines (id, payout_id, kind, type, gross_cents, fee_cents, source_id, is_matched, description, at)
    select 'txn_1', 'po_1', 'other', 'charge', 100, 0, '', false, '', now()
    where exists (select from payouts)`,
  'sandbox.payouts': `insert into sandbox.payouts (id, amount_cents, status, arrives_on) values ('po_1', 100, 'paid', current_date)`,
  'sandbox.balance': `insert into sandbox.balance (id, type, amount_cents, source_id) values ('txn_1', 'charge', 100, 'ch_1')`,
  'public.book_settings': `insert into book_settings (values) values ('{}')`,
  'public.part_words': `insert into part_words values ('word')`,
  // A number, its paper and the paper's document are written together.
  'public.invoice_documents': `insert into number_series values ('INV', 2026, 1, '2026-11-24');
    insert into invoices (kind, series, year, sequence, number, issued_on, user_id, bill_kind, bill_id, buyer_name, order_numbers, net_cents,
      tax_cents, gross_cents, data)
    select 'invoice', 'INV', 2026, 1, 'INV-2026-000001', '2026-11-24', user_id, 'order', id, 'Vera', '{O-000001}', total_cents, 0, total_cents,
      jsonb_build_object('number', 'INV-2026-000001', 'netCents', total_cents, 'taxCents', 0, 'grossCents', total_cents, 'lines', sums, 'taxes', sums)
    from orders cross join lateral jsonb_build_array(jsonb_build_object('netCents', total_cents, 'taxCents', 0)) as sums where state = 'paid' limit 1;
    insert into invoice_documents select id, 'pdf', repeat('a', 64), 1 from invoices`,
  'public.invoices': 'select 1',
  'public.number_series': 'select 1',
  // A movement, its line, what was decided and what arrived with it belong together.
  'public.bank_statements': 'select 1',
  'public.bank_movements': 'select 1',
  'public.bank_lines': 'select 1',
  'public.bank_decisions': 'select 1',
  'public.transfers': 'select 1',
  'public.bill_receipts': `insert into bank_statements (file_name, format, sha256, lines, new_lines, pending, uploaded_by)
      select 'a.xml', 'camt.053', 'a', 1, 1, 0, id from users limit 1;
    insert into bank_movements (statement_id, fingerprint, account, booked_on, amount, currency, payer, payer_account, text, reference,
      bank_reference, is_reversal)
      select id, 'a', 'X', current_date, 100, 'USD', 'Vera', '', '', '', '', false from bank_statements;
    insert into bank_lines select statement_id, 1, id from bank_movements;
    insert into bank_decisions (movement_id, outcome, decided_by) select bank_movements.id, 'matched', users.id from bank_movements cross join users limit 1;
    insert into transfers (bill_id, user_id) select id, user_id from orders where state = 'unpaid' limit 1;
    insert into bill_receipts (bill_id, kind, amount_cents, movement_id) select bill_id, 'bank', 100, bank_movements.id from transfers cross join bank_movements`,
  'public.credit_limits': `insert into credit_limits (user_id, limit_cents, net_days, changed_by) select id, 100, 30, id from users limit 1`,
  'public.open_items': `insert into open_items (bill_id, user_id, transaction_id, amount_cents, open_cents, net_days, due_on)
    select gen_random_uuid(), id, 'acct_none', 100, 100, 30, current_date from users limit 1`,
  'public.inbound_mails': `insert into inbound_mails (ref, raw) values ('a', 'RnJvbTogYUBleGFtcGxlLmNvbQ==')`,
  'public.invoices_due': `insert into invoices_due (bill_id, bill_kind, user_id, missing) select id, 'order', user_id, '{}' from orders limit 1`,
}

function rowFor(table: string): string {
  const row = laterRows[table]
  if (!row) throw new Error(`Say in this test what a row of ${table} looks like.`)
  return row
}

/** A migration may book what was known before; a trigger refuses to it, too, to change what was booked. */
const onlyAddedTo = { 'public.postings': expect.anything() }

test('row 62: no migration changes what the shop already knew, and the shop it leads to breaks no invariant', async () => {
  const database = await emptyDatabase()
  await migrateDatabase(database, { upTo: 1 })
  await withClient(database, async (client) => {
    await growShop(client, { orders: 50 })
    for (let version = 1; version < migrations.length; version++) {
      const before = await listTables(client)
      const known = await tableDigests(client, before)

      await migrateDatabase(database, { upTo: version + 1 })

      expect(await tableDigests(client, before), `after migration ${version}`).toEqual({
        ...known,
        ...('public.postings' in known && onlyAddedTo),
      })
      const names = new Set(before.map(({ name }) => name))
      const added = (await listTables(client)).filter(({ name }) => !names.has(name))
      for (const { name } of added) await client.query(rowFor(name))
    }
    expect(await appliedIn(client)).toEqual(migrations.map(({ hash }) => hash))
  })

  const db = connect(database, { max: 1 })
  const findings = await checkInvariants(db, { books: sandboxBooks })
  await db.$client.end()
  expect(findings.filter(({ count }) => count > 0)).toEqual([])
})

test('row 62: shops that start at once migrate once', async () => {
  const database = await emptyDatabase()

  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database)))

  expect(await withClient(database, appliedIn)).toEqual(migrations.map(({ hash }) => hash))
})

test('row 62: a shop killed in the middle of a migration leaves nothing of it, and the next start does it', async () => {
  const database = await emptyDatabase()
  const folder = await slowLastMigration()
  const child = migrateInChild(database, folder)
  await withClient(database, async (client) => {
    await expect.poll(() => countSleeping(client), { interval: 20 }).toBe(1)

    child.kill('SIGKILL')
    await once(child, 'exit')

    // The server notices at the next word to the killed process; a new shop does not wait for that.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'teleforge-migrate' and datname = current_database()`,
    )
    expect(await appliedIn(client)).toEqual(migrations.slice(0, -1).map(({ hash }) => hash))
    await migrateDatabase(database)
    expect(await appliedIn(client)).toEqual(migrations.map(({ hash }) => hash))
  })
})

/** The shop's migrations, the last of which falls asleep when its work is done. */
async function slowLastMigration(): Promise<string> {
  const room = await mkdtemp(join(tmpdir(), 'teleforge-migrations-'))
  afterTheFile(() => rm(room, { recursive: true, force: true }))
  const folder = join(room, 'migrations')
  await cp(MIGRATIONS, folder, { recursive: true })
  const { entries } = JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8'))
  const last = join(folder, `${entries.at(-1).tag}.sql`)
  await writeFile(last, `${await readFile(last, 'utf8')}\n--> statement-breakpoint\nselect pg_sleep(60)`)
  return folder
}

function migrateInChild(database: ConnectionSettings, folder: string) {
  const program = `
    import { migrateDatabase } from '#database/migrate.ts'
    await migrateDatabase(${JSON.stringify(database)}, { folder: ${JSON.stringify(folder)} })`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
}

const countSleeping = (client: pg.Client) =>
  client
    .query(`select from pg_stat_activity where query = E'\\nselect pg_sleep(60)' and datname = current_database() and state = 'active'`)
    .then(({ rowCount }) => rowCount)

test('row 62: a migration that meets a long transaction lets buyers pass, and is done when that ends', async () => {
  const database = await emptyDatabase()
  const withMails = migrations.findIndex(({ sql }) => sql.some((statement) => statement.includes('ALTER TABLE "mails"')))
  await migrateDatabase(database, { upTo: withMails })
  await withClient(database, async (busy) => {
    await busy.query('begin')
    await busy.query('lock table mails in row exclusive mode')
    const migrating = migrateDatabase(database)
    await withClient(database, async (buyer) => {
      await buyer.query("set lock_timeout = '2500ms'")
      await expect.poll(() => countWaiting(buyer), { interval: 20 }).toBe(1)

      // Queued behind the migration, which gives way before the buyer's patience ends.
      await buyer.query("insert into mails (kind, ref, recipient, subject, body) values ('order-placed', '1', 'ann@example.com', '', '')")
    })
    await busy.query('commit')

    await migrating
    expect(await appliedIn(busy)).toHaveLength(migrations.length)
  })
})

const countWaiting = (client: pg.Client) =>
  client.query(`select from pg_locks where not granted and relation = 'mails'::regclass`).then(({ rowCount }) => rowCount)

/** What the previous release, still serving, could not live with, and what rewrites a table while buyers wait. */
const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ['drops a table', /\bdrop table\b/i],
  ['drops a column', /\bdrop column\b/i],
  ['renames what the previous release reads', /\brename (column|to)\b/i],
  ['changes the type of a column', /\balter column \S+ (set data )?type\b/i],
  ['rewrites a table', /\b(vacuum full|cluster)\b/i],
  ['adds a column that the previous release does not fill', /\badd column (?!.*\b(default|generated always as)\b).*\bnot null\b/i],
  // But for the catalogue, the shortest list of a shop: 100,000 parts are written anew in a few seconds.
  ['rewrites a table', /^(?!alter table "parts").*\badd column .*\bstored\b/i],
  ['fills a new column row by row', /\badd column .*\bdefault (gen_random_uuid|clock_timestamp|random|nextval)\b/i],
  ['demands a value that the previous release may not give', /\balter column \S+ set not null\b/i],
]

test('row 62: the previous release works on the schema of the next one, and no migration rewrites a table', () => {
  const statements = migrations.flatMap(({ sql }, index) => sql.map((statement) => ({ index, statement })))

  const found = statements.flatMap(({ index, statement }) =>
    FORBIDDEN.filter(([, pattern]) => pattern.test(statement)).map(([what]) => `migration ${index} ${what}: ${statement}`),
  )

  expect(found).toEqual([])
})
