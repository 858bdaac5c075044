import type { PublicData } from '#app/public-data.ts'
import { HOME_PARTS } from '#contract/limits.ts'
import { offeredIssuers } from '../../identity/outside/choose-issuers.ts'
import { countParts, listParts, listPartsPage } from '../../parts/list-parts.ts'
import { nearestParts, searchParts } from '../../parts/search-parts.ts'
import { latestReviews, listReviews } from '../../reviews/list-reviews.ts'
import type { Services } from '../../services.ts'

/** Data for the loaders of public pages: the verbs behind the calls, without HTTP. */
export function readPublicData({ db, settings, log }: Services): Omit<PublicData, 'nonce'> {
  return {
    shopName: settings.shopName,
    shopUrl: settings.shopUrl,
    mode: settings.mode,
    identityProviders: offeredIssuers(settings),
    allParts: () => listParts(db),
    homeParts: () => listPartsPage(db, 0, HOME_PARTS),
    partsPage: (page, size) => listPartsPage(db, page, size),
    countParts: () => countParts(db),
    searchParts: (search) => searchParts(db, search),
    nearestParts: (text, limit) => nearestParts(db, text, limit),
    reviews: () => listReviews(db),
    latestReviews: (count) => latestReviews(db, count),
    reportFailure: (error) => log.error({ err: error }, 'a page failed'),
  }
}
