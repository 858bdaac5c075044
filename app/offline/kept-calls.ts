import type { contactCalls } from '#contract/contact.ts'
import type { orderEventCalls } from '#contract/order-events.ts'
import type { orderMessageCalls } from '#contract/order-messages.ts'
import type { orderCalls } from '#contract/orders.ts'
import type { parcelCalls } from '#contract/parcels.ts'
import type { partCalls } from '#contract/parts.ts'
import type { quoteCalls } from '#contract/quotes.ts'
import type { reportCalls } from '#contract/reports.ts'
import type { reviewCalls } from '#contract/reviews.ts'
import type { setAsideCalls } from '#contract/set-aside.ts'
import type { userCalls } from '#contract/users.ts'
import type { voidingCalls } from '#contract/voidings.ts'

/*
 * The calls whose answers are kept for the time without a network: lists, and what one row of them leads to. Nothing about
 * payments, sessions and keys, and nothing behind a secret. Of the contract only the types, so that a public form does not
 * load what the signed-in screens need.
 */

type KeptPath =
  | (typeof userCalls)['isAdmin' | 'all']['path']
  | (typeof orderCalls)['ofCustomer' | 'all' | 'countByState' | 'countOwnByState' | 'one']['path']
  | (typeof orderEventCalls)['ofOrder']['path']
  | (typeof orderMessageCalls)['ofOrder']['path']
  | (typeof parcelCalls)['ofOrder']['path']
  | (typeof quoteCalls)['mine' | 'one' | 'group']['path']
  | (typeof voidingCalls)['all']['path']
  | (typeof partCalls)['all' | 'one']['path']
  | (typeof reportCalls)['openWork' | 'best' | 'sales']['path']
  | (typeof reviewCalls)['everyState']['path']
  | (typeof setAsideCalls)['all']['path']
  | (typeof contactCalls)['page']['path']

const KEPT: Record<KeptPath, true> = {
  '/admin/:email': true,
  '/user': true,
  '/order': true,
  '/allOrder': true,
  '/allOrderStates': true,
  '/orderStates': true,
  '/order/:id': true,
  '/order/:id/events': true,
  '/order/:id/messages': true,
  '/order/:id/parcels': true,
  '/quotes': true,
  '/quotes/:id': true,
  '/order-groups/:id': true,
  '/allQuotes': true,
  '/allParts': true,
  '/inventory/:id': true,
  '/openWork': true,
  '/best': true,
  '/sales': true,
  '/allReviews': true,
  '/setAside': true,
  '/contact': true,
}

export const ROLE: (typeof userCalls)['isAdmin']['path'] = '/admin/:email'

export const isKept = (path: unknown): boolean => typeof path === 'string' && path in KEPT
