import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { OutsideIssuers } from '#contract/identity.ts'
import type { CallQuery, CallResponse } from '#contract/call.ts'
import type { Part, partCalls } from '#contract/parts.ts'
import type { Review } from '#contract/reviews.ts'

/** What the public pages read, in the server's own process. Nothing in it depends on who is looking. */
export type PublicData = {
  shopName: string
  /** Origin of the shop, without a slash at the end. */
  shopUrl: string
  mode: 'trial' | 'production'
  /** Where people can sign in with an account they have elsewhere. */
  outsideIssuers: OutsideIssuers
  /** Lets this answer's inline scripts run under the content security policy; empty when hashes do. */
  nonce: string
  /** All parts, oldest first. */
  allParts(): Promise<Part[]>
  /** The first parts of the full list. */
  homeParts(): Promise<Part[]>
  /** One page of parts; `page` counts from 0. */
  partsPage(page: number, size: number): Promise<Part[]>
  countParts(): Promise<number>
  /** One page of the parts that a search means. */
  searchParts(search: CallQuery<typeof partCalls.search>): Promise<CallResponse<typeof partCalls.search>>
  /** The parts that come nearest to a text, best first. */
  nearestParts(text: string, limit: number): Promise<CallResponse<typeof partCalls.suggest>>
  /** All reviews, oldest first. */
  reviews(): Promise<Review[]>
  /** The `n` newest reviews, newest first. */
  latestReviews(n: number): Promise<Review[]>
  /** Takes note of what failed in a loader or while a page was drawn. */
  reportFailure?(error: unknown): void
}

const KEY: unique symbol = Symbol.for('teleforge.public-data')
const shared = globalThis as { [KEY]?: RouterContext<PublicData> }

/**
 * The server sets this key natively and the built storefront reads it: two copies of this module, so that the key has
 * to live where both find the same one.
 */
export const publicDataContext: RouterContext<PublicData> = (shared[KEY] ??= createContext<PublicData>())

/** The public data of this request, for loaders. */
export function publicData(context: Readonly<RouterContextProvider>): PublicData {
  return context.get(publicDataContext)
}
