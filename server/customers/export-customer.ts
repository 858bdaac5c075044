import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { orderNumberSql } from '#database/tables/orders.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireAdminForStaff } from '../identity/require-admin-for-staff.ts'

const ROWS_AT_ONCE = 500

/**
 * All personal data of an account, as the text of a JSON file, in batches, without passwords, tokens and keys. An export by another
 * person is written to the audit log.
 * @throws ShopError NOT_FOUND for an unknown or erased account, and for another one unless the caller acts for the shop;
 *   ONLY_ADMINS.
 */
export async function exportCustomer(db: Database, caller: Caller, id: string): Promise<AsyncGenerator<string, void, undefined>> {
  const isOwn = caller.userId === id
  const found = await db.execute<{ email: string }>(sql`select email from users where id = ${id}::uuid and erased_at is null`)
  const email = found.rows[0]?.email
  if (email === undefined || (!isOwn && caller.role !== 'admin')) throw new ShopError('NOT_FOUND')
  if (!isOwn) await requireAdminForStaff(db, caller, eq(users.id, id))
  if (!isOwn) await writeAudit(db, caller, 'export-customer', email)
  return write(db, sectionsOf(id, email))
}

/** Each section is a statement with columns `position`, by which it is read in batches, and `row`. */
const sectionsOf = (id: string, email: string): Record<string, SQL> => ({
  account: sql`
    select 1 as position, jsonb_build_object('email', email, 'emailVerified', email_verified, 'name', display_name, 'phone', phone,
      'education', education, 'address', address, 'picture', image, 'createdAt', created_at, 'lastSeenAt', last_seen_at, 'blockedAt', disabled_at) as row
    from users where id = ${id}::uuid`,
  signIns: numbered(sql`
    select jsonb_build_object('signedInAt', created_at, 'network', ip_address, 'browser', user_agent, 'expiresAt', expires_at) as row
    from sessions where user_id = ${id}::uuid`),
  signInWith: numbered(sql`
    select jsonb_build_object('provider', provider_id, 'since', created_at) as row from accounts where user_id = ${id}::uuid`),
  billing: numbered(sql`
    select to_jsonb(billing_details) - 'user_id' - 'ask_at' as row from billing_details where user_id = ${id}::uuid`),
  addresses: numbered(sql`
    select to_jsonb(addresses) - 'id' - 'user_id' as row from addresses where user_id = ${id}::uuid`),
  apiKeys: numbered(sql`
    select jsonb_build_object('name', name, 'scopes', scopes, 'createdAt', created_at, 'lastUsedAt', last_used_at, 'revokedAt', revoked_at)
      as row
    from api_keys where user_id = ${id}::uuid`),
  partNumbers: numbered(sql`
    select jsonb_build_object('number', number, 'part', parts.part_number, 'addedAt', added_at) as row
    from customer_part_numbers join parts on parts.id = part_id where user_id = ${id}::uuid`),
  procurementSystems: sql`
    select position, jsonb_build_object('kind', kind, 'name', name, 'domain', domain, 'identity', identity, 'createdAt', created_at,
      'lastUsedAt', last_used_at, 'answersTo', answers_url) as row
    from punchout_connections where user_id = ${id}::uuid`,
  purchaseOrders: numbered(sql`
    select jsonb_build_object('number', order_id, 'payload', payload_id, 'receivedAt', received_at) as row
    from punchout_orders where user_id = ${id}::uuid`),
  webhooks: sql`
    select position, jsonb_build_object('url', url, 'events', events, 'createdAt', created_at, 'switchedOffAt', disabled_at) as row
    from webhooks where user_id = ${id}::uuid`,
  webhookDeliveries: sql`
    select delivery.position, jsonb_build_object('url', url, 'body', body, 'createdAt', delivery.created_at, 'attempts', attempts,
      'status', status, 'answer', answer, 'deliveredAt', delivered_at) as row
    from webhook_deliveries as delivery join webhooks on webhooks.id = webhook_id where user_id = ${id}::uuid`,
  orders: sql`
    select position, jsonb_build_object('number', ${orderNumberSql}, 'part', part_name, 'pieces', quantity, 'unitPrice', unit_price,
      'total', total_cents / 100.0, 'tax', tax_cents / 100.0, 'freight', freight_cents / 100.0, 'freightDecision', freight, 'taxDecision', tax, 'billing', billing, 'refunded', refunded_cents / 100.0, 'state', state, 'placedAt', placed_at, 'paidAt', paid_at,
      'shippedAt', shipped_at, 'deliveredAt', delivered_at, 'cancelledAt', cancelled_at, 'transaction', transaction_id, 'email', email,
      'name', display_name, 'phone', phone, 'address', address, 'shipTo', ship_to, 'reference', reference, 'terms', terms, 'note', note, 'wishedOn', wished_on, 'release', release, 'sample', is_sample, 'network', network,
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('from', side, 'text', body, 'sentAt', sent_at) order by message.position), '[]')
        from order_messages as message where order_id = orders.id)) as row
    from orders where user_id = ${id}::uuid`,
  holds: numbered(sql`
    select jsonb_build_object('part', name, 'pieces', quantity, 'state', state, 'network', network, 'heldAt', holds.created_at) as row
    from holds join parts on parts.id = part_id where user_id = ${id}::uuid`),
  invoices: sql`select position, data || jsonb_build_object('kind', kind) as row from invoices where user_id = ${id}::uuid`,
  refunds: numbered(sql`
    select jsonb_build_object('order', ${orderNumberSql}, 'amount', amount_cents / 100.0, 'state', refund.state, 'at', refund.created_at) as row
    from orders join payment_refunds as refund
      on refund.order_id = orders.id or (refund.order_id is null and refund.intent_id = orders.transaction_id)
    where user_id = ${id}::uuid`),
  returns: numbered(sql`
    select to_jsonb(one) - 'id' - 'order_id' - 'actor_id' || jsonb_build_object('order', ${orderNumberSql}, 'pictures', (
      select coalesce(jsonb_agg(img order by picture.created_at), '[]') from return_pictures as picture where return_id = one.id)) as row
    from returns as one join orders on orders.id = one.order_id where orders.user_id = ${id}::uuid`),
  transfers: numbered(sql`
    select jsonb_build_object('reference', reference, 'chosenAt', chosen_at, 'received', received_cents / 100.0, 'settledAt', settled_at) as row
    from transfers where user_id = ${id}::uuid`),
  onAccount: numbered(sql`
    select jsonb_build_object('amount', amount_cents / 100.0, 'open', open_cents / 100.0, 'dueOn', due_on, 'createdAt', created_at,
      'closedAt', closed_at, 'reminders', reminded) as row
    from open_items where user_id = ${id}::uuid`),
  creditLimit: numbered(sql`
    select jsonb_build_object('limit', limit_cents / 100.0, 'netDays', net_days, 'changedAt', changed_at) as row
    from credit_limits where user_id = ${id}::uuid`),
  received: sql`
    select receipt.position, jsonb_build_object('kind', receipt.kind, 'amount', amount_cents / 100.0, 'at', receipt.at,
      'bookedOn', movement.booked_on, 'payer', movement.payer, 'payerAccount', movement.payer_account, 'text', movement.text) as row
    from bill_receipts as receipt left join bank_movements as movement on movement.id = receipt.movement_id
    where bill_id in (
      select bill_id from transfers where user_id = ${id}::uuid union select bill_id from open_items where user_id = ${id}::uuid)`,
  quotes: sql`
    select position, jsonb_build_object('number', number, 'name', name, 'note', note, 'createdAt', created_at,
      'request', request, 'requestedAt', requested_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('text', text, 'pieces', asked, 'part', part_name) order by line.row), '[]')
        from quote_lines as line where quote_id = quotes.id and line.version = quotes.version)) as row
    from quotes where user_id = ${id}::uuid and deleted_at is null and held_for is null`,
  reviews: sql`
    select position, jsonb_build_object('name', display_name, 'rating', rating, 'review', review, 'createdAt', created_at, 'answer', answer)
      as row
    from reviews where user_id = ${id}::uuid`,
  messages: numbered(sql`
    select jsonb_build_object('name', name, 'email', email, 'message', message, 'sentAt', created_at) as row
    from contact_messages where lower(email) = ${email}`),
  mails: numbered(sql`
    select jsonb_build_object('kind', kind, 'subject', subject, 'createdAt', created_at, 'sentAt', sent_at) as row
    from mails where lower(recipient) = ${email}`),
  looks: numbered(sql`
    select jsonb_build_object('part', name, 'day', day) as row from sold_out_looks join parts on parts.id = part_id
    where user_id = ${id}::uuid`),
  waitsFor: numbered(sql`
    select jsonb_build_object('part', name, 'since', stock_notices.created_at) as row from stock_notices join parts on parts.id = part_id
    where user_id = ${id}::uuid`),
  notes: numbered(sql`
    select jsonb_build_object('note', note, 'writtenAt', written_at) as row from customer_notes where user_id = ${id}::uuid`),
})

/** Rows of a table without a position. */
const numbered = (rows: SQL) => sql`select row_number() over (order by row::text) as position, row from (${rows}) as rows`

async function* write(db: Database, sections: Record<string, SQL>): AsyncGenerator<string, void, undefined> {
  let before = '{\n'
  for (const [name, rows] of Object.entries(sections)) {
    yield `${before}${JSON.stringify(name)}: [`
    before = ''
    for await (const batch of inBatches(db, rows)) {
      yield before + batch.map((row) => `\n  ${JSON.stringify(row)}`).join(',')
      before = ','
    }
    before = '],\n'
  }
  yield ']\n}\n'
}

async function* inBatches(db: Database, rows: SQL): AsyncGenerator<unknown[], void, undefined> {
  for (let after = 0; ;) {
    const batch = await db.execute<{ position: string; row: unknown }>(sql`
      select position, row from (${rows}) as rows where position > ${after} order by position limit ${ROWS_AT_ONCE}`)
    if (batch.rows.length > 0) yield batch.rows.map(({ row }) => row)
    if (batch.rows.length < ROWS_AT_ONCE) return
    after = Number(batch.rows.at(-1)!.position)
  }
}
