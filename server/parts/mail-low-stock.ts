import { eq, sql } from 'drizzle-orm'
import { lowStockDigests } from '#database/tables/low-stock.ts'
import { transaction } from '#database/transaction.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { lowStockMail, type LowPart } from '../mail/templates/low-stock.ts'
import { queueMails } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { awaited } from './expected-delivery.ts'
import { stockConditions, lowBelow } from './low-stock.ts'

const NAMED_PARTS = 50

/**
 * From `DIGEST_HOUR` on (UTC), mails the staff which parts have run low since the last digest; nothing when none has. Returns how many
 * mails this run has queued. Several processes may run it: the first one writes the row of the day, in the transaction that queues.
 */
export async function mailLowStock({ db, settings }: Pick<Services, 'db' | 'settings'>, now = new Date()): Promise<number> {
  if (settings.shop.lowStockMails === false || now.getUTCHours() < settings.shipping.digestHour) return 0
  const day = now.toISOString().slice(0, 10)
  const isMade = (await db.$count(lowStockDigests, eq(lowStockDigests.day, day))) > 0
  const recipients = isMade ? [] : await adminRecipients(db, settings, 'parts')
  if (recipients.length === 0) return 0

  return transaction(db, async (tx) => {
    const mine = await tx.insert(lowStockDigests).values({ day, parts: 0 }).onConflictDoNothing().returning({ day: lowStockDigests.day })
    if (mine.length === 0) return 0
    // Parts whose stock was sufficient in the meantime are mailed again.
    await tx.execute(sql`
      delete from told_low_stock as mailed using parts
      where parts.id = mailed.part_id and (parts.deleted_at is not null or not ${stockConditions.low} or exists (
        select from (
          select parts.available - coalesce(sum(move.delta) over (order by move.id desc rows between unbounded preceding and 1 preceding), 0) as pieces
          from stock_moves as move where move.part_id = mailed.part_id and move.id > mailed.last_move
        ) as stock where stock.pieces >= ${lowBelow}))`)
    const { rows } = await tx.execute<LowPart & { count: number }>(sql`
      with newly_low as (
        insert into told_low_stock (part_id, last_move)
        select parts.id, coalesce((select max(move.id) from stock_moves as move where move.part_id = parts.id), 0)
        from parts where parts.deleted_at is null and ${stockConditions.low}
        on conflict do nothing returning part_id
      ), named as (
        select parts.*, count(*) over ()::int as count from newly_low join parts on parts.id = newly_low.part_id
        order by parts.available, parts.position limit ${NAMED_PARTS}
      )
      select parts.count, parts.name, parts.part_number as "partNumber", parts.available::float8 as available, ${lowBelow}::float8 as below,
        ${awaited} as awaited
      from named as parts order by parts.available, parts.position`)
    const count = rows[0]?.count ?? 0
    if (count === 0) return 0
    await tx.update(lowStockDigests).set({ parts: count }).where(eq(lowStockDigests.day, day))
    await queueMails(
      tx,
      recipients.map((recipient) => lowStockMail(settings, recipient, day, count, rows)),
    )
    return recipients.length
  })
}
