import { sql } from 'drizzle-orm'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { setAsideMail, type CrowdedPart } from '../mail/templates/set-aside.ts'
import type { Services } from '../services.ts'
import { crowdedParts } from './joint-set-aside.ts'

const NAMED_PARTS = 20

/**
 * Mails the staff when accounts that have never paid have set aside nearly as much of a part as they may; each recipient at most once
 * a day (UTC). Returns the number of recipients.
 */
export async function mailSetAside({ db, settings }: Pick<Services, 'db' | 'settings'>, now = new Date()): Promise<number> {
  const { rows } = await db.execute<CrowdedPart & { count: number }>(sql`
    select name, part_number as "partNumber", crowded.pieces::float8 as pieces, (crowded.available + crowded.pieces)::float8 as of,
      count(*) over ()::int as count
    from ${crowdedParts(settings)} as crowded join parts on parts.id = part_id
    order by crowded.pieces / (crowded.available + crowded.pieces) desc, position limit ${NAMED_PARTS}`)
  if (rows.length === 0) return 0
  const day = now.toISOString().slice(0, 10)
  const readers = await adminRecipients(db, settings, 'customers')
  await queueMails(
    db,
    readers.map((reader) => setAsideMail(settings, reader, day, rows[0]!.count, rows)),
  )
  return readers.length
}
