import type { Services } from '../services.ts'
import { checkLastingInvariants } from './check-invariants.ts'
import { describeFinding } from './describe-finding.ts'

/** A start waits no longer than this for each look. */
const TIME_LIMIT_MS = 2_000

/**
 * Looks at what must always hold before the shop opens, and says in the log what does not. A broken rule keeps no shop
 * closed, and neither does a shop so large that looking takes too long.
 */
export async function checkInvariantsAtStart({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  try {
    for (const finding of await checkLastingInvariants(db, { timeLimitMs: TIME_LIMIT_MS })) {
      log.error({ invariant: finding.name, ids: finding.ids }, describeFinding(finding))
    }
  } catch (error) {
    log.warn({ err: error }, 'what must always hold could not be looked at; npm run shop -- verify takes its time')
  }
}
