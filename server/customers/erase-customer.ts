import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#database/connect.ts'
import { creditLimits } from '#database/tables/accounts.ts'
import { addresses } from '#database/tables/addresses.ts'
import { answeredCalls } from '#database/tables/answered-calls.ts'
import { customerPartNumbers } from '#database/tables/customer-part-numbers.ts'
import { webhooks } from '#database/tables/webhooks.ts'
import { customerNotes } from '#database/tables/customer-notes.ts'
import { accounts } from '#database/tables/identity.ts'
import { invoicesDue } from '#database/tables/invoices.ts'
import { users } from '#database/tables/users.ts'
import { stockNotices } from '#database/tables/related-parts.ts'
import { billingDetails } from '#database/tables/taxes.ts'
import { soldOutViews } from '#database/tables/searches.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { endPrivateLinks, endSessions, lockCalls } from '../identity/end-sessions.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { endOpenPurchases } from '../orders/end-open-purchases.ts'

const NAME = 'Erased customer'
/** Replaces an address or a message. */
const TEXT = 'Erased'

/**
 * Erases the personal data of an account, in one transaction. Its holds and unpaid orders end. Orders stay for the books,
 * without name, address and messages; so do events and entries of the audit log. Invoices, credit notes and what the bank's statements
 * show stay as they are, because the law asks for them. A backup made before still has the data.
 * @param email the account's, as a confirmation
 * @throws ShopError NOT_FOUND; INVALID_INPUT for another email; CUSTOMER_IS_STAFF; CUSTOMER_HAS_ORDERS while an order is not finished,
 *   or is on account and not paid.
 */
export async function eraseCustomer(db: Database, actor: Caller, id: string, email: string): Promise<{ orders: number }> {
  return transaction(db, async (tx) => {
    await lockCalls(tx, eq(users.id, id))
    const found = await tx.execute<{ email: string; is_staff: boolean }>(sql`
      select email, role = 'admin' or permissions <> '{}' as is_staff
      from users where id = ${id}::uuid and erased_at is null for update`)
    const person = found.rows[0]
    if (!person) throw new ShopError('NOT_FOUND')
    if (person.email !== email) throw invalidField('email', 'This is not the email of this customer.')
    if (person.is_staff) throw new ShopError('CUSTOMER_IS_STAFF')

    // First, so that running calls end before, and nothing new is ordered.
    await tx.delete(accounts).where(eq(accounts.userId, id))
    await endSessions(tx, id)
    await tx.execute(sql`delete from api_keys where user_id = ${id}::uuid`)
    await tx.execute(sql`delete from punchout_connections where user_id = ${id}::uuid`)
    await endPrivateLinks(tx, id)
    await tx.execute(sql`select from orders where user_id = ${id}::uuid order by position for update`)
    await tx.execute(
      sql`select from returns where order_id in (select id from orders where user_id = ${id}::uuid) order by position for update`,
    )
    await endOpenPurchases(tx, id)
    await requireFinishedOrders(tx, id)

    const erased = `erased-${id.slice(-12)}@erased.invalid`
    // The triggers that protect events, audit log and sent addresses allow changes by this transaction.
    await tx.execute(sql`select set_config('shop.erasing', 'on', true)`)
    await eraseOfOrders(tx, id, erased)
    await eraseMails(tx, id, email, erased)
    await eraseOfPerson(tx, id, email, erased)
    await tx.execute(sql`select set_config('shop.erasing', '', true)`)

    const counted = await tx.execute<{ orders: number }>(sql`select count(*)::int as orders from orders where user_id = ${id}::uuid`)
    const { orders } = counted.rows[0]! // an aggregate is always one row
    await writeAudit(tx, actor, 'erase-customer', id, { orders })
    return { orders }
  })
}

async function requireFinishedOrders(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from orders where user_id = ${id}::uuid and (state in ('paid', 'cancelling') or dispute = 'open')
    union all select from open_items where user_id = ${id}::uuid and closed_at is null
    limit 1`)
  if (rows.length > 0) throw new ShopError('CUSTOMER_HAS_ORDERS')
}

/**
 * Empties the mails to the customer, and those to the shop's people about the customer's orders, messages and requests; a waiting one
 * is not sent. A mail about an object has its id in `about`, or as the first word of `ref`, before its recipient: texts of others may
 * contain the same address, and longer addresses contain it. Of two mails about a person to two admins,
 * `ref` tells them apart: its other words stay.
 */
async function eraseMails(tx: Transaction, id: string, email: string, erased: string): Promise<void> {
  const orders = sql`(select id from orders where user_id = ${id}::uuid)`
  await tx.execute(sql`
    update mails set subject = '', body = '', blocks = null, html = '', in_reply_to = null, run_after = null,
      failed_at = case when sent_at is null then coalesce(failed_at, now()) end,
      recipient = case when lower(recipient) = ${email} then ${erased} else recipient end,
      ref = coalesce((
        select string_agg(case when lower(word) = ${email} then ${erased} else word end, ' ' order by at)
        from unnest(string_to_array(ref, ' ')) with ordinality as said (word, at)), ref)
    where ${email} in (lower(recipient), lower(split_part(ref, ' ', 2)))
      or about in (select id::text from orders where user_id = ${id}::uuid union select id::text from order_groups where user_id = ${id}::uuid)
      or split_part(ref, ' ', 1) in (
        select id::text from order_messages where order_id in ${orders}
        union select id::text from returns where order_id in ${orders}
        union select id::text from quotes where user_id = ${id}::uuid
        union select id::text from contact_messages where lower(email) = ${email})
      or kind = 'order-to-ship' and split_part(ref, ' ', 1) in (select transaction_id from orders where user_id = ${id}::uuid)`)
}

/** Of orders, and of texts about them. */
async function eraseOfOrders(tx: Transaction, id: string, erased: string): Promise<void> {
  const own = sql`(select id from orders where user_id = ${id}::uuid)`
  await tx.execute(sql`
    update payment_events set payload = '{}' where handled_at is not null and intent_id in (
      select payment_intent from orders where user_id = ${id}::uuid union select transaction_id from orders where user_id = ${id}::uuid
      union select payment_intent from order_groups where user_id = ${id}::uuid)`)
  await tx.execute(sql`update returns set note = ${TEXT}, answer = '', condition_note = '', outcome = '' where order_id in ${own}`)
  // The sweeper removes the bytes; until then nobody sees them.
  await tx.execute(sql`
    update images set discard_after = now() from return_pictures where order_id in ${own} and img = coalesce(url, '/images/' || name)`)
  await tx.execute(sql`delete from return_pictures where order_id in ${own}`)
  await tx.execute(sql`update order_messages set body = ${TEXT} where order_id in ${own}`)
  await tx.execute(sql`delete from punchout_orders where user_id = ${id}::uuid`)
  await tx.execute(sql`delete from agent_orders where group_id in (select id from order_groups where user_id = ${id}::uuid)`)
  await tx.execute(sql`
    update order_events set detail = detail - 'before' - 'after' where order_id in ${own} and kind in ('address-changed', 'reference-changed')`)
  await tx.execute(sql`
    update audit_log set detail = detail - 'address' - 'addressBefore' - 'reference' - 'referenceBefore'
    where subject in (select id::text from orders where user_id = ${id}::uuid)`)
  await tx.execute(sql`
    update orders set email = ${erased}, display_name = ${NAME}, phone = '', address = ${TEXT}, ship_to = null, billing = null, reference = null, note = '', freight = freight - 'account' - 'incoterm', network = null,
      placed_as = null
    where user_id = ${id}::uuid`)
}

async function eraseOfPerson(tx: Transaction, id: string, email: string, erased: string): Promise<void> {
  await tx.execute(sql`update quotes set name = '', note = '', request = '' where user_id = ${id}::uuid`)
  await tx.execute(
    sql`update quotes set held_for = null, link_hash = null, deleted_at = coalesce(deleted_at, now()) where held_for = ${email}`,
  )
  await tx.execute(sql`update holds set network = null where user_id = ${id}::uuid`)
  await tx.execute(sql`update audit_log set subject = ${erased} where lower(subject) = ${email}`)
  // An invoice that still waits for data of the seller would have no buyer.
  for (const table of [addresses, answeredCalls, billingDetails, creditLimits, customerNotes, customerPartNumbers, invoicesDue])
    await tx.delete(table).where(eq(table.userId, id))
  await tx.execute(sql`update reviews set email = null, display_name = ${NAME} where user_id = ${id}::uuid`)
  // After the orders: an event locks its order, then the endpoints that are notified.
  for (const table of [soldOutViews, stockNotices, webhooks]) await tx.delete(table).where(eq(table.userId, id))
  await tx.execute(sql`delete from verifications where value = ${id}`)
  await tx.execute(sql`delete from inbound_mails where lower(sender) = ${email}`)
  await tx.execute(sql`delete from contact_messages where lower(email) = ${email}`)
  await tx.execute(sql`
    update users set email = ${erased}, email_verified = false, display_name = ${NAME}, image = null, phone = '', education = '', address = '',
      last_seen_at = null, disabled_at = coalesce(disabled_at, now()), erased_at = now(), updated_at = now()
    where id = ${id}::uuid`)
}
