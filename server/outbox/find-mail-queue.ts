import type { MailQueue } from '#contract/shop/mails.ts'
import type { Queryable } from '#database/connect.ts'
import { sql } from 'drizzle-orm'
import { openMails, presentStop, type OpenMails } from './open-mails.ts'

export async function findMailQueue(db: Queryable): Promise<MailQueue> {
  const { rows } = await db.execute<{ mails: OpenMails }>(sql`select ${openMails} as mails`)
  const { waiting, heldBack, stop } = rows[0]!.mails // a select without from has one row
  return { waiting, heldBack, stop: presentStop(stop) }
}
