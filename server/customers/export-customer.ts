import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { orderNumberSql } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'

const ROWS_AT_ONCE = 500

/**
 * All that the shop keeps about a person, as the text of a JSON file, in batches. Passwords, tokens and keys are not in it. A person
 * gets their own; it is written to the audit log where somebody else asks.
 * @throws ShopError NOT_FOUND for an unknown or erased account, and for another one unless the caller acts for the shop.
 */
export async function exportCustomer(db: Database, caller: Caller, id: string): Promise<AsyncGenerator<string, void, undefined>> {
  const isOwn = caller.userId === id
  const found = await db.execute<{ email: string }>(sql`select email from users where id = ${id}::uuid and erased_at is null`)
  const email = found.rows[0]?.email
  if (email === undefined || (!isOwn && caller.role !== 'admin')) throw new ShopError('NOT_FOUND')
  if (!isOwn) await writeAudit(db, caller, 'export-customer', email)
  return write(db, sectionsOf(id, email))
}

/** Each section is a statement with columns `position`, by which it is read in batches, and `row`. */
const sectionsOf = (id: string, email: string): Record<string, SQL> => ({
  account: sql`
    select 1 as position, jsonb_build_object('email', email, 'emailVerified', email_verified, 'name', display_name, 'phone', phone,
      'education', education, 'address', address, 'createdAt', created_at, 'lastSeenAt', last_seen_at, 'blockedAt', disabled_at) as row
    from users where id = ${id}::uuid`,
  signIns: numbered(sql`
    select jsonb_build_object('signedInAt', created_at, 'network', ip_address, 'browser', user_agent, 'expiresAt', expires_at) as row
    from sessions where user_id = ${id}::uuid`),
  signInWith: numbered(sql`
    select jsonb_build_object('provider', provider_id, 'since', created_at) as row from accounts where user_id = ${id}::uuid`),
  addresses: numbered(sql`
    select to_jsonb(addresses) - 'id' - 'user_id' as row from addresses where user_id = ${id}::uuid`),
  apiKeys: numbered(sql`
    select jsonb_build_object('name', name, 'scopes', scopes, 'createdAt', created_at, 'lastUsedAt', last_used_at, 'revokedAt', revoked_at)
      as row
    from api_keys where user_id = ${id}::uuid`),
  orders: sql`
    select position, jsonb_build_object('number', ${orderNumberSql}, 'part', part_name, 'pieces', quantity, 'unitPrice', unit_price,
      'total', total_cents / 100.0, 'refunded', refunded_cents / 100.0, 'state', state, 'placedAt', placed_at, 'paidAt', paid_at,
      'shippedAt', shipped_at, 'deliveredAt', delivered_at, 'cancelledAt', cancelled_at, 'transaction', transaction_id, 'email', email,
      'name', display_name, 'phone', phone, 'address', address, 'shipTo', ship_to, 'reference', reference, 'network', network,
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('from', side, 'text', body, 'sentAt', sent_at) order by message.position), '[]')
        from order_messages as message where order_id = orders.id)) as row
    from orders where user_id = ${id}::uuid`,
  quotes: sql`
    select position, jsonb_build_object('number', number, 'name', name, 'note', note, 'createdAt', created_at,
      'request', request, 'requestedAt', requested_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('text', text, 'pieces', asked, 'part', part_name) order by line.row), '[]')
        from quote_lines as line where quote_id = quotes.id and line.version = quotes.version)) as row
    from quotes where user_id = ${id}::uuid and deleted_at is null`,
  reviews: sql`
    select position, jsonb_build_object('name', display_name, 'rating', rating, 'review', review, 'createdAt', created_at, 'answer', answer)
      as row
    from reviews where user_id = ${id}::uuid`,
  messages: numbered(sql`
    select jsonb_build_object('name', name, 'email', email, 'message', message, 'sentAt', created_at) as row
    from contact_messages where lower(email) = ${email}`),
  mails: numbered(sql`
    select jsonb_build_object('kind', kind, 'subject', subject, 'createdAt', created_at, 'sentAt', sent_at) as row
    from mails where recipient = ${email}`),
  looks: numbered(sql`
    select jsonb_build_object('part', name, 'day', day) as row from sold_out_looks join parts on parts.id = part_id
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
