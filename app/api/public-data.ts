import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { IdentityProviders } from '#contract/people/identity.ts'
import type { CallQuery, CallResponse } from '#contract/basics/call.ts'
import type { PartFacets, partFacetCalls } from '#contract/parts/part-facets.ts'
import type { Part, partCalls } from '#contract/parts/parts.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { Review } from '#contract/parts/reviews.ts'

/** Data of the public pages, read in the server's process. It does not depend on the user. */
export type PublicData = {
  shopName: string
  /** The owner's settings. */
  shop: ShopSettings
  /** Buyers can choose from freight methods; without any, freight is no matter. */
  offersFreight: boolean
  /** The id of the rendered preview, empty for visitors. */
  preview: string
  /** Address of the style sheet of the owner's colours; empty without any. */
  styles: string
  /** Origin of the shop, without a trailing slash. */
  shopUrl: string
  mode: 'trial' | 'production'
  /** External identity providers. */
  identityProviders: IdentityProviders
  /** Nonce of this answer's inline scripts in the content security policy; empty if hashes are used. */
  nonce: string
  /** All parts, oldest first. */
  allParts(): Promise<Part[]>
  /** The first parts of the full list. */
  homeParts(): Promise<Part[]>
  /** One page of parts; `page` counts from 0. */
  partsPage(page: number, size: number): Promise<Part[]>
  countParts(): Promise<number>
  /** One page of search results. `isMeant`: the shop has assigned the text to a part or other words. */
  searchParts(search: CallQuery<typeof partCalls.search>): Promise<CallResponse<typeof partCalls.search> & { isMeant: boolean }>
  /** How many parts of a search are in each category and have each value. */
  countFacets(search: CallQuery<typeof partFacetCalls.count>): Promise<PartFacets>
  /** The parts nearest to a text, best first. */
  nearestParts(text: string, limit: number): Promise<CallResponse<typeof partCalls.suggest>>
  /** All reviews, oldest first. */
  reviews(): Promise<Review[]>
  /** The `n` newest reviews, newest first. */
  latestReviews(n: number): Promise<Review[]>
  /** Logs errors of loaders and rendering. */
  reportFailure?(error: unknown): void
}

const KEY: unique symbol = Symbol.for('teleforge.public-data')
const shared = globalThis as { [KEY]?: RouterContext<PublicData> }

/** The server's copy of this module sets the key and the built storefront's copy reads it, so the symbol must be global. */
export const publicDataContext: RouterContext<PublicData> = (shared[KEY] ??= createContext<PublicData>())

/** The public data of this request, for loaders. */
export function publicData(context: Readonly<RouterContextProvider>): PublicData {
  return context.get(publicDataContext)
}
