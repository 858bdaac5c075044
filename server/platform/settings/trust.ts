import { HOLD_MINUTES, MAXIMUM_QUOTES } from '#contract/basics/limits.ts'
import type { Variables } from './variables.ts'

/**
 * Trust in an account:
 * - `unconfirmed`: its email address was never confirmed
 * - `confirmed`: it was
 * - `paid`: it has paid for an order before, confirmed or not
 */
const trustSteps = ['unconfirmed', 'confirmed', 'paid'] as const
export type TrustStep = (typeof trustSteps)[number]

/** What an account may set aside without paying. `Infinity` means no limit. */
export type TrustLimits = {
  /** Unpaid orders and live holds; orders of one group count as one. */
  bills: number
  /** Orders and live holds; each order of a group is counted. */
  lines: number
  /** Sum of unpaid orders and live holds, in cents. */
  cents: number
  /** Percent of one part's stock that the account, and its network, may set aside; the part's minimum order is always allowed. */
  share: number
  /** As `share`, for the only bill of the account while its network has nothing else set aside. It is to be paid at once. */
  soleShare: number
  /** Percent of one part's pieces that all accounts of the step may set aside together. */
  jointShare: number
  /** The same with orders that are to be paid at once. */
  atOnceShare: number
  /** Lifetime of a hold, in minutes. */
  holdMinutes: number
  /** Minutes until an unpaid order is cancelled. */
  unpaidMinutes: number
  /** Minutes that pieces are kept for a bank transfer; the owner's days for transfers bound it, too. */
  transferMinutes: number
  /** Minutes to pay a bill that is to be paid at once: the only one above `lines`, `cents` or `share`, and one beyond `jointShare`. */
  soleMinutes: number
  quotes: number
  /** Pieces in the newest versions of its saved quotes whose prices are still valid. */
  quotedPieces: number
}

/**
 * Of accounts that have paid. `cents` counts until `multiple` times what was paid is more; the shares count until `paidOrders` were
 * paid, an order by itself or a group each.
 */
export type PaidLimits = TrustLimits & { multiple: number; paidOrders: number }

export type TrustSettings = Record<'unconfirmed' | 'confirmed', TrustLimits> & {
  paid: PaidLimits
  /** What no step exceeds, and every account has where trust is not earned. */
  most: TrustLimits
  /** Whether trust is earned; otherwise every account is at the highest step. */
  isEarned: boolean
}

type Part = { limit: keyof PaidLimits; most: number }

/** Names and maximum values in TRUST_UNCONFIRMED and TRUST_CONFIRMED. */
const parts: Record<string, Part> = {
  bills: { limit: 'bills', most: 10_000 },
  lines: { limit: 'lines', most: 1_000_000 },
  dollars: { limit: 'cents', most: 10_000_000_000 },
  share: { limit: 'share', most: 100 },
  'joint-share': { limit: 'jointShare', most: 100 },
  'at-once-share': { limit: 'atOnceShare', most: 100 },
  'sole-share': { limit: 'soleShare', most: 100 },
  'hold-minutes': { limit: 'holdMinutes', most: HOLD_MINUTES },
  'unpaid-minutes': { limit: 'unpaidMinutes', most: 525_600 },
  'transfer-minutes': { limit: 'transferMinutes', most: 525_600 },
  'sole-minutes': { limit: 'soleMinutes', most: 525_600 },
  quotes: { limit: 'quotes', most: MAXIMUM_QUOTES },
  'quoted-pieces': { limit: 'quotedPieces', most: 1_000_000_000_000 },
}

/** The same in TRUST_PAID. */
const partsOfPaid: Record<string, Part> = {
  multiple: { limit: 'multiple', most: 1_000_000 },
  orders: { limit: 'paidOrders', most: 10_000 },
  dollars: parts.dollars!,
  share: parts.share!,
  'joint-share': parts['joint-share']!,
  'sole-share': parts['sole-share']!,
  'sole-minutes': parts['sole-minutes']!,
}

const unconfirmed: TrustLimits = {
  bills: 2,
  lines: 10,
  cents: 250_000_00,
  share: 5,
  soleShare: 25,
  jointShare: 50,
  atOnceShare: 75,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: 2 * 60,
  transferMinutes: 48 * 60,
  soleMinutes: 30,
  quotes: 10,
  quotedPieces: 1_000_000,
}

const confirmed: TrustLimits = {
  bills: 10,
  lines: 1_000,
  cents: 2_000_000_00,
  share: 5,
  soleShare: 50,
  jointShare: 50,
  atOnceShare: 75,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: 6 * 60,
  transferMinutes: 48 * 60,
  soleMinutes: 30,
  quotes: 100,
  quotedPieces: 50_000_000,
}

type Usual = { maxUnpaidOrders: number; unpaidOrderDays: number; isEarnedByDefault: boolean }

/** No step may have more. */
const mostOf = ({ maxUnpaidOrders, unpaidOrderDays }: Usual): TrustLimits => ({
  bills: maxUnpaidOrders,
  lines: Infinity,
  cents: Infinity,
  share: 100,
  soleShare: 100,
  jointShare: 100,
  atOnceShare: 100,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: unpaidOrderDays * 24 * 60,
  transferMinutes: Infinity,
  soleMinutes: unpaidOrderDays * 24 * 60,
  quotes: MAXIMUM_QUOTES,
  quotedPieces: Infinity,
})

const paid = (most: TrustLimits): PaidLimits => ({
  ...most,
  cents: 25_000_00,
  share: 50,
  soleShare: 25,
  jointShare: 50,
  atOnceShare: 75,
  soleMinutes: 30,
  multiple: 20,
  paidOrders: 3,
})

export function readTrust(variables: Variables, usual: Usual): TrustSettings {
  const most = mostOf(usual)
  return {
    isEarned: readIsEarned(variables, usual.isEarnedByDefault),
    unconfirmed: readLimits(variables, 'TRUST_UNCONFIRMED', parts, unconfirmed, most),
    confirmed: readLimits(variables, 'TRUST_CONFIRMED', parts, confirmed, most),
    paid: readLimits(variables, 'TRUST_PAID', partsOfPaid, paid(most), most),
    most,
  }
}

/*
 * Orders, prices and reviews:
 * | `TRUST_EARNED` | `1` in production, `0` in trial mode | optional | `1`: the limits of unpaid orders and holds grow when the address is confirmed and after the first payment; `0`: every account has the highest limits |
 * | `TRUST_UNCONFIRMED`, `TRUST_CONFIRMED`, `TRUST_PAID` | [operations](operations.md#what-an-account-may-set-aside) | optional | these limits before the address is confirmed, before the first payment, and after it, such as `bills=2, dollars=250000`; the others keep their defaults |
 */

function readIsEarned(variables: Variables, byDefault: boolean): boolean {
  const text = variables.read('TRUST_EARNED')
  if (text === undefined) return byDefault
  if (text !== '0' && text !== '1') variables.problem('TRUST_EARNED is 1, or 0 to give every account the highest step.')
  return text === '1'
}

/** Reads `bills=2, dollars=250000`; an omitted limit keeps its default. */
function readLimits<T extends TrustLimits>(
  variables: Variables,
  name: string,
  known: Record<string, Part>,
  usual: T,
  most: TrustLimits,
): T {
  const read: Partial<PaidLimits> = {}
  for (const item of variables.list(name)) {
    const [key = '', text = ''] = item.split('=').map((half) => half.trim())
    const part = Object.hasOwn(known, key) ? known[key] : undefined
    if (!part) {
      variables.problem(`${name} names '${key}'; it knows ${Object.keys(known).join(', ')}.`)
      continue
    }
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < 1 || value > part.most) variables.problem(`${name}: ${key} is a number from 1 to ${part.most}.`)
    else read[part.limit] = part.limit === 'cents' ? value * 100 : value
  }
  const limits = { ...usual, ...read }
  for (const [limit, bound] of Object.entries(most))
    limits[limit as keyof TrustLimits] = Math.min(limits[limit as keyof TrustLimits], bound)
  return limits
}
