import type { Services } from '../../services.ts'
import { checkLastingInvariants } from './check-invariants.ts'
import { describeFinding } from './describe-finding.ts'

const TIME_LIMIT_MS = 2_000

/**
 * Checks the invariants before the shop opens and logs those that are broken. Neither a broken invariant nor a timeout keeps
 * the shop from opening.
 */
export async function checkInvariantsAtStart({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  try {
    for (const finding of await checkLastingInvariants(db, { timeLimitMs: TIME_LIMIT_MS })) {
      log.error({ invariant: finding.name, ids: finding.ids }, describeFinding(finding))
    }
  } catch (error) {
    log.warn({ err: error }, 'the invariants could not be checked in time; npm run shop -- verify has no such limit')
  }
}
