import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openStrangersAccount } from '#tests/support/browser/strangers-account.ts'
import { askForReset, resetWith } from '#tests/support/browser/mailed-links.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const admin = await shop.admin()

/**
 * What happens to the rows of a person: when the owner of the address takes the account back from whoever opened it (decision 20), when the
 * person's data are erased, and in their export: its section. Where rows stay, or are left out, the text says why.
 */
type Answers = { takenBack: 'emptied' | Stays; erased: 'deleted' | Stays; exported: string | { not: string } }
type Stays = { stays: string }

const BUSINESS = { stays: 'a record of the business' }
const BY_STAFF: Answers = { takenBack: BUSINESS, erased: BUSINESS, exported: { not: 'it names who of the shop decided' } }
const WITH_ORDER: Answers = { takenBack: BUSINESS, erased: BUSINESS, exported: { not: 'it is told with the order' } }

const keys: Record<string, Answers> = {
  'accounts.user_id': { takenBack: { stays: 'the owner alone signs in with the new one' }, erased: 'deleted', exported: 'signInWith' },
  'addresses.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'addresses' },
  'answered_calls.user_id': { takenBack: 'emptied', erased: 'deleted', exported: { not: 'answers of a day, kept for repeated calls' } },
  'api_keys.user_id': { takenBack: { stays: 'they are revoked' }, erased: 'deleted', exported: 'apiKeys' },
  'audit_log.actor_id': BY_STAFF,
  'bank_decisions.decided_by': BY_STAFF,
  'bank_decisions.given_back_by': BY_STAFF,
  'bank_statements.uploaded_by': BY_STAFF,
  'bill_receipts.actor_id': BY_STAFF,
  'billing_details.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'billing' },
  'credit_limits.changed_by': BY_STAFF,
  'credit_limits.user_id': { takenBack: { stays: 'the shop gave it' }, erased: 'deleted', exported: 'creditLimit' },
  'customer_notes.author_id': BY_STAFF,
  'customer_notes.user_id': { takenBack: { stays: 'the shop wrote it' }, erased: 'deleted', exported: 'notes' },
  'customer_part_numbers.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'partNumbers' },
  'delivery_moves.actor_id': WITH_ORDER,
  'expected_goods.actor_id': BY_STAFF,
  'holds.user_id': {
    takenBack: { stays: 'they are released' },
    erased: { stays: 'they are released, without their network' },
    exported: 'holds',
  },
  'images.uploaded_by': {
    takenBack: { stays: 'a picture that nothing shows is swept' },
    erased: { stays: 'a picture that nothing shows is swept' },
    exported: { not: 'what shows a picture names it' },
  },
  'imports.actor_id': BY_STAFF,
  'invoices.user_id': { takenBack: BUSINESS, erased: { stays: 'the law asks for it' }, exported: 'invoices' },
  'invoices_due.user_id': { takenBack: BUSINESS, erased: 'deleted', exported: { not: 'it becomes an invoice' } },
  'open_items.user_id': { takenBack: BUSINESS, erased: BUSINESS, exported: 'onAccount' },
  'order_events.actor_id': WITH_ORDER,
  'order_groups.user_id': WITH_ORDER,
  'order_messages.author_id': WITH_ORDER,
  'orders.user_id': { takenBack: BUSINESS, erased: { stays: 'the books need its figures' }, exported: 'orders' },
  'part_changes.actor_id': BY_STAFF,
  'part_documents.actor_id': BY_STAFF,
  'payment_refunds.actor_id': BY_STAFF,
  'price_changes.actor_id': BY_STAFF,
  'price_changes.undone_by': BY_STAFF,
  'punchout_connections.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'procurementSystems' },
  'punchout_orders.user_id': { takenBack: BUSINESS, erased: 'deleted', exported: 'purchaseOrders' },
  'quote_versions.offered_by': BY_STAFF,
  'quote_voidings.admin_id': BY_STAFF,
  'quotes.user_id': { takenBack: { stays: 'without words, until it is swept' }, erased: { stays: 'orders name it' }, exported: 'quotes' },
  'return_pictures.uploaded_by': { takenBack: BUSINESS, erased: 'deleted', exported: 'returns' },
  'returns.actor_id': { takenBack: BUSINESS, erased: { stays: 'without its texts' }, exported: 'returns' },
  'reviews.hidden_by': BY_STAFF,
  'reviews.user_id': { takenBack: 'emptied', erased: { stays: 'without a name' }, exported: 'reviews' },
  'sales_of_customers.user_id': { takenBack: BUSINESS, erased: BUSINESS, exported: { not: 'sums of the orders' } },
  'sessions.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'signIns' },
  'shop_settings.saved_by': BY_STAFF,
  'sold_out_looks.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'looks' },
  'stock_moves.actor_id': BY_STAFF,
  'stock_notices.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'waitsFor' },
  'transfers.given_back_by': BY_STAFF,
  'transfers.user_id': { takenBack: BUSINESS, erased: BUSINESS, exported: 'transfers' },
  'webhooks.user_id': { takenBack: 'emptied', erased: 'deleted', exported: 'webhooks' },
}

async function foreignKeys(): Promise<string[]> {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    select conrelid::regclass::text || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass order by 1`)
  return rows.map(({ name }) => name)
}

/** The keys of these that have a row of this person. */
async function rowsOf({ userId }: Customer, names: string[]): Promise<string[]> {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) with ordinality as named (name, nth)
    where xpath_exists('//row', query_to_xml(
      format('select 1 as found from %I where %I = %L limit 1', split_part(name, '.', 1), split_part(name, '.', 2), ${userId}::text),
      false, false, ''))
    order by nth`)
  return rows.map(({ name }) => name)
}

const keysWhere = (isMeant: (answers: Answers) => boolean) => Object.keys(keys).filter((name) => isMeant(keys[name]!))

test('every foreign key to a person says what becomes of its rows (68) (86)', async () => {
  expect(Object.keys(keys).toSorted()).toEqual((await foreignKeys()).toSorted())
})

test('an account that is taken back has no row left of what is emptied (68)', async () => {
  const { stranger, ordered } = await openStrangersAccount(shop)
  await shop.app.inject({
    method: 'POST',
    url: '/api/quotes',
    headers: { authorization: `Bearer ${stranger.token}`, 'idempotency-key': 'once' },
    payload: { lines: [{ text: ordered.name, quantity: 1_000 }] },
  })
  const emptied = keysWhere(({ takenBack }) => takenBack === 'emptied')
  const before = await rowsOf(stranger, emptied)

  await resetWith(shop, await askForReset(shop, stranger.email))

  expect(before).toEqual(emptied)
  expect(await rowsOf(stranger, emptied)).toEqual([])
})

test('an export has a section for what is exported, and an erasure deletes what is deleted (86)', async () => {
  const { stranger } = await openStrangersAccount(shop)
  await admin.post(`/customers/${stranger.userId}/notes`, { note: 'Pays late' })
  const filled = await rowsOf(
    stranger,
    keysWhere(({ exported }) => typeof exported === 'string'),
  )

  const exported = (await admin.get(`/customers/${stranger.userId}/export`)).json<Record<string, unknown[]>>()
  await admin.post(`/customers/${stranger.userId}/erase`, { email: stranger.email })

  for (const name of keysWhere(({ exported: section }) => typeof section === 'string'))
    expect(exported, name).toHaveProperty(String(keys[name]!.exported))
  expect(filled.filter((name) => exported[String(keys[name]!.exported)]!.length === 0)).toEqual([])
  expect(filled.length).toBeGreaterThan(12)
  expect(
    await rowsOf(
      stranger,
      keysWhere(({ erased }) => erased === 'deleted'),
    ),
  ).toEqual([])
})
