import { sql } from 'drizzle-orm'
import { toCents } from '#contract/basics/money.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { largeSetAsideMail, setAsideMail, type CrowdedPart, type LargeSetAside } from '../mail/templates/set-aside.ts'
import type { Services } from '../services.ts'
import { crowdedParts, largeSetAsides } from './joint-set-aside.ts'

const NAMED_PARTS = 20
/** Accounts of which the staff is told at a time; those with the highest sums. */
const TOLD_ACCOUNTS = 20

/**
 * Mails the staff when accounts that have never paid have set aside nearly as much of a part as they may, each recipient at most once
 * a day (UTC), and of each account that has set aside much, whatever it has paid, once a day. Returns the number of mails, those that
 * were queued before included.
 */
export async function mailSetAside({ db, settings }: Pick<Services, 'db' | 'settings'>, now = new Date()): Promise<number> {
  const { rows: crowded } = await db.execute<CrowdedPart & { count: number }>(sql`
    select name, part_number as "partNumber", crowded.pieces::float8 as pieces, (crowded.available + crowded.pieces)::float8 as of,
      count(*) over ()::int as count
    from ${crowdedParts(settings)} as crowded join parts on parts.id = part_id
    order by crowded.pieces / (crowded.available + crowded.pieces) desc, position limit ${NAMED_PARTS}`)
  const { rows: large } = await db.execute<Omit<LargeSetAside, 'cents'> & { cents: string }>(sql`
    select email, large.pieces::float8 as pieces, cents, share::float8 as share from ${largeSetAsides} as large
      join users on users.id = user_id
    order by large.cents desc limit ${TOLD_ACCOUNTS}`)
  if (crowded.length + large.length === 0) return 0
  const day = now.toISOString().slice(0, 10)
  const queued = (await adminRecipients(db, settings, 'customers')).flatMap((reader) => [
    ...(crowded.length > 0 ? [setAsideMail(settings, reader, day, crowded[0]!.count, crowded)] : []),
    ...large.map((one) => largeSetAsideMail(settings, reader, day, { ...one, cents: toCents(Number(one.cents)) })),
  ])
  await queueMails(db, queued)
  return queued.length
}
