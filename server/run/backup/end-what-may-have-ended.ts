import type pg from 'pg'

/** Why a restored mail is not sent automatically: the original shop may have sent it after the backup. */
const RESTORED = 'restored from a backup: it may have been sent before'

const RESTORED_WEBHOOK = 'Restored from a backup: it may have been delivered before.'

/** Of a database that was brought back from earlier: ends what may have ended since, and does again nothing that may have been done since. */
export async function endWhatMayHaveEnded(client: pg.Client): Promise<void> {
  // Otherwise ended sessions, revoked tokens and used reset links would become valid again.
  await client.query('delete from sessions') // and their access tokens
  await client.query('delete from verifications')
  await client.query('delete from punchout_sessions')
  await client.query(
    `update mails set run_after = null, attempts = greatest(attempts, 1), last_error = $1
     where sent_at is null and failed_at is null`,
    [RESTORED],
  )
  // Endpoints may have received these events since the backup, or belong to the original of this copy.
  await client.query(
    `update webhook_deliveries set run_after = null, claimed_until = null, given_up_at = now(), problem = $1 where run_after is not null`,
    [RESTORED_WEBHOOK],
  )
  await client.query(
    `update cxml_answers set run_after = null, claimed_until = null, given_up_at = now(), problem = $1 where run_after is not null`,
    [RESTORED_WEBHOOK],
  )
}
