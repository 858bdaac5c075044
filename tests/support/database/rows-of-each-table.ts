import type pg from 'pg'
import { listTables } from '#database/list-tables.ts'
import { growShop } from '../shops/grown-shop.ts'

/** Number of migrations that make a shop of version 1.0.0: the baseline. */
export const BASELINE = 5

/** Tables of the baseline that a later migration drops; no release has read them. */
export const DROPPED = new Set(['public.list_counts', 'public.list_moves'])

/** Fills a shop with orders and at least one row of each table of the baseline that stays, so that later migrations meet rows everywhere. */
export async function fillEachTable(client: pg.Client, { orders }: { orders: number }): Promise<void> {
  await growShop(client, { orders })
  for (const row of rowsOfBaseline) await client.query(row)
}

/** Copies the rows of a shop into one of earlier migrations, which has no triggers. */
export async function copyIntoEarlier(shop: pg.Client, earlier: pg.Client): Promise<void> {
  const tables = (await listTables(earlier)).filter(({ name }) => !DROPPED.has(name))
  for (const { relation, columns } of tables) {
    const { rows } = await shop.query<{ all: string }>(`select coalesce(json_agg(r), '[]')::text as all from ${relation} r`)
    await earlier.query(`delete from ${relation}`) // rows of the migrations, such as tax rates
    await earlier.query(
      `insert into ${relation} (${columns.join(', ')}) overriding system value
       select ${columns.join(', ')} from json_populate_recordset(null::${relation}, $1)`,
      [rows[0]!.all], // an aggregate always yields its row
    )
  }
}

/** A row for a table that a later migration has added. */
export function rowOfLater(table: string): string {
  const row = rowsOfLater[table]
  if (!row) throw new Error(`Say in ${import.meta.filename} what a row of ${table} looks like.`)
  return row
}

/** By name, such as `public.orders`. */
const rowsOfLater: Record<string, string> = {
  'public.vat_ids': `insert into vat_ids (vat_id) values ('FR40303265045')`,
  'public.missed_today': `insert into missed_today values (current_date, 'search', 'none', '192.0.2.0/24')`,
  'public.freight_methods': `insert into freight_methods (name, carrier, rules, incoterm, transit_days)
    values ('Pallet', 'other', '{}', 'DAP', 3)`,
  'public.cxml_answers': `insert into cxml_answers (group_id, kind, ref, give_up_at) select group_id, 'confirmation', 'accepted', now() from punchout_orders`,
  'public.delivery_moves': `insert into delivery_moves (order_id, wished_on, asked_by) select id, '2100-01-04', 'shop' from orders limit 1`,
  'public.made_months': `insert into made_months select id, '2100-01-01', 0 from parts limit 1`,
  'public.promises': `update parts set made_monthly = 1 where id = (select part_id from orders limit 1);
    insert into promises (order_id, part_id, month, kind, pieces, day)
    select id, part_id, '2100-01-01', kind, pieces, '2100-01-10'
    from (select id, part_id from orders limit 1) as ordered cross join (values ('promised', 1), ('released', -1)) as both_ways (kind, pieces)`,
}

/** In the order of their foreign keys. */
const rowsOfBaseline = [
  `insert into accounts (user_id, account_id, provider_id) select id, id::text, 'credential' from users limit 1`,
  `insert into sessions (user_id, token, expires_at) select id, 'token', now() from users limit 1`,
  `insert into access_tokens (token_hash, session_id, expires_at) select 'hash', id, now() from sessions`,
  `insert into verifications (identifier, value, expires_at) values ('none', 'none', now())`,
  `insert into rate_limits (key, count, last_request) values ('none', 1, 0)`,
  `insert into images (name, width, height) values ('none.webp', 1, 1)`,
  `insert into sandbox.events (id, type, payload) values ('evt_1', 'none', '{}')`,
  `insert into sandbox.payment_methods (id, brand, last4, behaviour) values ('pm_1', 'visa', '4242', 'pays')`,
  `insert into categories (key, name) values ('boards', 'Boards')`,
  `insert into attributes (key, name, kind) values ('size', 'Size', 'number')`,
  `insert into imports (file_name, sets_stock, actor_id) select 'parts.csv', false, id from users limit 1`,
  `insert into import_rows (import_id, row, cells, fields, problems, number_form) select id, 1, '{}', '{}', '[]', '' from imports`,
  `insert into contact_messages (name, email, message) values ('Vera', 'vera@example.com', 'Hello')`,
  `insert into answered_calls (user_id, key, call, request_hash, answer)
    select id, 'key', 'place', 'hash', '{}' from users limit 1`,
  `insert into audit_log (actor_id, action, subject) select id, 'ship-order', 'none' from users limit 1`,
  `insert into stock_counts (part_id, counted_at) select id, now() from parts limit 1`,
  `insert into api_keys (user_id, name, prefix, key_hash, scopes) select id, 'key', 'tfk_1234', 'hash', '{}' from users limit 1`,
  `insert into customer_part_numbers (user_id, form, number, part_id)
    select users.id, '4711', '4711', parts.id from users, parts limit 1`,
  `insert into webhooks (user_id, url, events, secret) select id, 'https://example.com', '{}', 'whsec_' from users limit 1`,
  `insert into webhook_deliveries (webhook_id, event, object_id, ref, body, give_up_at)
    select id, 'order.paid', user_id, '1', '{}', now() from webhooks`,
  `insert into quotes (user_id) select id from users limit 1`,
  `insert into quote_versions (quote_id, version, total_cents, valid_until) select id, 1, 0, now() from quotes`,
  `insert into quote_lines (quote_id, version, "row", text, asked, status) select quote_id, 1, 1, 'any', '', 'unknown' from quote_versions`,
  `insert into order_groups (user_id, quote_id, quote_version) select user_id, id, 1 from quotes`,
  `insert into agent_orders (group_id, api_key_id, cents) select id, user_id, 1 from order_groups limit 1`,
  `insert into punchout_connections (user_id, kind, name, identity, secret_hash)
    select id, 'oci', 'Purchasing', 'oci-1', 'hash' from users limit 1`,
  `insert into punchout_sessions (connection_id, operation, return_url, token_hash, expires_at)
    select id, 'create', 'https://example.com', 'hash', now() from punchout_connections`,
  `insert into punchout_orders (group_id, user_id, order_id, payload_id) select id, user_id, 'PO-1', '' from order_groups limit 1`,
  `insert into mail_stop (cause, advice, needs_mail, next_try_at) values ('refused', 'none', false, now())`,
  `insert into quote_voidings (admin_id, reason, quote_id, quote_version, finished_at)
    select user_id, 'none', id, 1, now() from quotes`,
  `insert into payments (intent_id, amount_cents) select transaction_id, total_cents from orders where state = 'paid' limit 1`,
  `insert into payment_refunds (intent_id, amount_cents, state, made_by) select intent_id, 1, 'canceled', 'shop' from payments`,
  `insert into disputes (id, intent_id, amount_cents, state, provider_state, reason, opened_at)
    select 'du_1', intent_id, amount_cents, 'won', 'won', 'fraudulent', now() from payments`,
  `insert into sandbox.refunds (id, intent_id, amount_cents, status, reason)
    select 're_1', id, amount_cents, 'failed', '' from sandbox.intents where status = 'succeeded' limit 1`,
  `insert into sandbox.disputes (id, intent_id, amount_cents, status, reason)
    select 'du_1', id, amount_cents, 'won', 'fraudulent' from sandbox.intents where status = 'succeeded' limit 1`,
  `insert into customer_notes (user_id, author_id, note) select id, id, 'Pays late' from users limit 1`,
  `insert into order_events (order_id, kind) select id, 'dispute-open' from orders limit 1`,
  `insert into tax_rates (country, from_day, rate_bp) values ('US', '2100-01-01', 500)`,
  `insert into billing_details (user_id, company) select id, 'Sample SARL' from users limit 1`,
  `insert into addresses (user_id, name, street, city, country) select id, 'Vera', 'Dock 1', 'Bonn', 'DE' from users limit 1`,
  `insert into order_messages (order_id, author_id, side, body)
    select id, user_id, 'customer', 'Hello' from orders limit 1`,
  `insert into parcels (order_id, quantity) select id, 1 from orders where state = 'paid' limit 1`,
  `insert into sales_of_hours values (date_trunc('hour', now()), 1, 1000, 1)`,
  `insert into sales_of_parts select date_trunc('month', now()), id, 1, 1000, 1 from parts limit 1`,
  `insert into sales_of_customers select date_trunc('month', now()), id, 1, 1000, 1 from users limit 1`,
  `insert into missed_searches values (current_date, 'search', 'none', 'none', 1)`,
  `insert into search_answers (form, text) values ('none', 'none')`,
  `insert into synonyms (form, words, means) values ('kabel', 'Kabel', 'cable')`,
  `insert into sold_out_looks select current_date, parts.id, users.id from parts cross join users limit 1`,
  `insert into shop_settings (values, saved_by) select '{}', id from users limit 1`,
  `insert into part_changes (part_id, field, before, after) select id, 'name', 'a', 'b' from parts limit 1`,
  `insert into price_changes (percent, places, actor_id) select 5, 2, id from users limit 1`,
  `insert into changed_prices select price_changes.id, parts.id, 1, '[]', 2, '[]' from price_changes cross join parts limit 1`,
  `insert into expected_goods (part_id, expected_on, pieces, actor_id)
    select parts.id, current_date, 1, users.id from parts cross join users limit 1`,
  `insert into low_stock_digests values (current_date, 1)`,
  `insert into told_low_stock select id, 0 from parts limit 1`,
  `insert into part_pictures select id, 0, img, name from parts limit 1`,
  `insert into part_documents (part_id, kind, title, file_name, bytes, name, type, sha256)
    select id, 'drawing', 'Drawing', 'drawing.pdf', 1, 'none', 'pdf', 'hash' from parts limit 1`,
  `insert into part_relations (part_id, other_id, kind)
    select one.id, other.id, 'substitute' from parts as one join parts as other on one.id <> other.id limit 1`,
  `insert into stock_notices select parts.id, users.id from parts cross join users limit 1`,
  `insert into returns (order_id, pieces, reason) select order_id, 1, 'other' from parcels limit 1`,
  `insert into return_pictures (order_id, img, uploaded_by) select id, 'none', user_id from orders limit 1`,
  `insert into postings (entry, at, kind, ref, account, cents) values (0, '2020-01-01', 'opening', 'none', 'bank', 0)`,
  `insert into payouts (id, amount_cents, currency, status, arrives_on, created_at, has_lines)
    values ('po_1', 100, 'usd', 'pending', current_date, now(), true)`,
  `insert into payout_lines (id, payout_id, kind, type, gross_cents, fee_cents, source_id, is_matched, description, at)
    select 'txn_1', 'po_1', 'other', 'charge', 100, 0, '', false, '', now()
    where exists (select from payouts)`,
  `insert into sandbox.payouts (id, amount_cents, status, arrives_on) values ('po_1', 100, 'paid', current_date)`,
  `insert into sandbox.balance (id, type, amount_cents, source_id) values ('txn_1', 'charge', 100, 'ch_1')`,
  `insert into book_settings (values) values ('{}')`,
  `insert into part_words values ('word')`,
  `insert into number_series values ('INV', 2026, 1, '2026-11-24');
    insert into invoices (kind, series, year, sequence, number, issued_on, user_id, bill_kind, bill_id, buyer_name, order_numbers, net_cents,
      tax_cents, gross_cents, data)
    select 'invoice', 'INV', 2026, 1, 'INV-2026-000001', '2026-11-24', user_id, 'order', id, 'Vera', '{O-000001}', total_cents, 0, total_cents,
      jsonb_build_object('number', 'INV-2026-000001', 'netCents', total_cents, 'taxCents', 0, 'grossCents', total_cents, 'lines', sums, 'taxes', sums)
    from orders cross join lateral jsonb_build_array(jsonb_build_object('netCents', total_cents, 'taxCents', 0)) as sums where state = 'paid' limit 1;
    insert into invoice_documents select id, 'pdf', repeat('a', 64), 1 from invoices`,
  `insert into bank_statements (file_name, format, sha256, lines, new_lines, pending, uploaded_by)
      select 'a.xml', 'camt.053', 'a', 1, 1, 0, id from users limit 1;
    insert into bank_movements (statement_id, fingerprint, account, booked_on, amount, currency, payer, payer_account, text, reference,
      bank_reference, is_reversal)
      select id, 'a', 'X', current_date, 100, 'USD', 'Vera', '', '', '', '', false from bank_statements;
    insert into bank_lines select statement_id, 1, id from bank_movements;
    insert into bank_decisions (movement_id, outcome, decided_by) select bank_movements.id, 'matched', users.id from bank_movements cross join users limit 1;
    insert into transfers (bill_id, user_id) select id, user_id from orders where state = 'unpaid' limit 1;
    insert into bill_receipts (bill_id, kind, amount_cents, movement_id) select bill_id, 'bank', 100, bank_movements.id from transfers cross join bank_movements;
    update transfers set received_cents = 100`,
  `insert into credit_limits (user_id, limit_cents, net_days, changed_by) select id, 100, 30, id from users limit 1`,
  `insert into open_items (bill_id, user_id, transaction_id, amount_cents, open_cents, net_days, due_on)
    select gen_random_uuid(), id, 'acct_none', 100, 100, 30, current_date from users limit 1`,
  `insert into inbound_mails (ref, raw) values ('a', 'RnJvbTogYUBleGFtcGxlLmNvbQ==')`,
  `insert into invoices_due (bill_id, bill_kind, user_id, missing) select id, 'order', user_id, '{}' from orders limit 1`,
]
