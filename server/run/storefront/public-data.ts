import { createHash } from 'node:crypto'
import type { PublicData } from '#app/api/public-data.ts'
import { HOME_PARTS } from '#contract/basics/limits.ts'
import { offeredIssuers } from '../../identity/external/choose-issuers.ts'
import { createFacetCounter } from '../../parts/count-facets.ts'
import { countParts, listParts, listPartsPage } from '../../parts/list-parts.ts'
import { nearestParts, searchParts } from '../../parts/search-parts.ts'
import { latestReviews, listReviews } from '../../reviews/list-reviews.ts'
import type { Services } from '../../services.ts'
import { applySettings, findPreview, shopNameOf } from '../../shop-settings/apply-settings.ts'
import { shopStyles } from '../../shop-settings/shop-styles.ts'
import { logTrouble } from '../../platform/http/answer-error.ts'
import { previewOf } from './page-address.ts'

/** Data for the loaders of public pages: the verbs behind the calls, without HTTP. */
export function readPublicData({ db, settings, log }: Services): Omit<PublicData, 'nonce' | keyof DrawnShop> {
  return {
    shopUrl: settings.shopUrl,
    mode: settings.mode,
    identityProviders: offeredIssuers(settings),
    allParts: () => listParts(db),
    homeParts: () => listPartsPage(db, 0, HOME_PARTS),
    partsPage: (page, size) => listPartsPage(db, page, size),
    countParts: () => countParts(db),
    searchParts: (search) => searchParts(db, search),
    countFacets: createFacetCounter(db),
    nearestParts: (text, limit) => nearestParts(db, text, limit),
    reviews: () => listReviews(db),
    latestReviews: (count) => latestReviews(db, count),
    reportFailure: (error) => logTrouble(log, asError(error), 'a page'),
  }
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

type DrawnShop = Pick<PublicData, 'shopName' | 'shop' | 'offersFreight' | 'preview' | 'styles'>

/**
 * Name and settings of the shop for one page: the published ones, or those of a preview, which `path` names. An unknown or old
 * preview is answered with the published ones.
 */
export async function drawnShop({ db, settings, log }: Services, path: string): Promise<DrawnShop> {
  const id = previewOf(path)
  const preview = id === '' ? undefined : await findPreview(db, id)
  // Pages that need no other data of the database are rendered without it, with the last settings read; screens then ask about freight.
  const read = await applySettings({ db, settings }).catch((error: unknown) => logTrouble(log, asError(error), 'a reading of the settings'))
  const shop = preview ?? settings.shop
  const sheet = shopStyles(shop)
  const version = createHash('sha256').update(sheet).digest('base64url').slice(0, 12)
  return {
    shopName: shopNameOf(settings, shop),
    shop,
    offersFreight: read?.offersFreight ?? true,
    preview: preview ? id : '',
    styles: sheet && `/shop.css?${preview ? `preview=${id}` : `v=${version}`}`,
  }
}
