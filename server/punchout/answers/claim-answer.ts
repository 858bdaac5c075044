import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { SEND_TIMEOUT_MS } from '../../webhooks/post-message.ts'

/** Milliseconds without an outcome after which a process counts as dead, and another one sends its answer again. */
const CLAIM_MS = SEND_TIMEOUT_MS + 20_000

export type ClaimedAnswer = { id: string; attempts: number }

/**
 * Claims one due answer for this process: of each purchase order the first unfinished one, oldest first, and one of a connection at a time, so
 * that a slow system leaves room for others. A claim that has expired is due again.
 */
export async function claimAnswer(db: Database): Promise<ClaimedAnswer | undefined> {
  const { rows } = await db.execute<ClaimedAnswer>(sql`
    with due as (
      select answer.id from cxml_answers as answer
      join punchout_orders as bought on bought.group_id = answer.group_id
      join punchout_connections as connection on connection.id = bought.connection_id
      join users on users.id = connection.user_id
      where answer.run_after <= now() and (answer.claimed_until is null or answer.claimed_until <= now())
        and connection.answers_url is not null and users.disabled_at is null
        and not exists (
          select from cxml_answers as before
          where before.group_id = answer.group_id and before.position < answer.position and before.run_after is not null)
        and not exists (
          select from cxml_answers as sent join punchout_orders as other on other.group_id = sent.group_id
          where other.connection_id = connection.id and sent.run_after is not null and sent.claimed_until > now())
      order by answer.run_after, answer.position limit 1 for update of answer skip locked
    )
    update cxml_answers as answer
    set attempts = answer.attempts + 1, attempted_at = now(), claimed_until = now() + make_interval(secs => ${CLAIM_MS / 1_000})
    from due where answer.id = due.id
    returning answer.id, answer.attempts`)
  return rows[0]
}
