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
  /** Percent of one part's stock that the account, and its network, may set aside. */
  share: number
  /** As `share`, for an order of one part while the account and its network have nothing else set aside. */
  soleShare: number
  /** Percent of one part's pieces that all accounts which have never paid may set aside together. */
  jointShare: number
  /** Lifetime of a hold, in minutes. */
  holdMinutes: number
  /** Minutes until an unpaid order is cancelled. */
  unpaidMinutes: number
  /** Minutes that pieces are kept for a bank transfer; the owner's days for transfers bound it, too. */
  transferMinutes: number
  /** Minutes to pay the only bill of an account when it exceeds `lines`, `cents` or `share`. */
  soleMinutes: number
  quotes: number
  /** Pieces in the newest versions of its saved quotes whose prices are still valid. */
  quotedPieces: number
}

export type TrustSettings = Record<TrustStep, TrustLimits> & {
  /** Whether trust is earned; otherwise every account is at the highest step. */
  isEarned: boolean
}

/** Names and maximum values in TRUST_UNCONFIRMED and TRUST_CONFIRMED. */
const parts = {
  bills: { limit: 'bills', most: 10_000 },
  lines: { limit: 'lines', most: 1_000_000 },
  dollars: { limit: 'cents', most: 10_000_000_000 },
  share: { limit: 'share', most: 100 },
  'joint-share': { limit: 'jointShare', most: 100 },
  'sole-share': { limit: 'soleShare', most: 100 },
  'hold-minutes': { limit: 'holdMinutes', most: HOLD_MINUTES },
  'unpaid-minutes': { limit: 'unpaidMinutes', most: 525_600 },
  'transfer-minutes': { limit: 'transferMinutes', most: 525_600 },
  'sole-minutes': { limit: 'soleMinutes', most: 525_600 },
  quotes: { limit: 'quotes', most: MAXIMUM_QUOTES },
  'quoted-pieces': { limit: 'quotedPieces', most: 1_000_000_000_000 },
} as const

const unconfirmed: TrustLimits = {
  bills: 2,
  lines: 10,
  cents: 250_000_00,
  share: 25,
  soleShare: 25,
  jointShare: 50,
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
  share: 50,
  soleShare: 50,
  jointShare: 50,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: 6 * 60,
  transferMinutes: 48 * 60,
  soleMinutes: 2 * 60,
  quotes: 100,
  quotedPieces: 50_000_000,
}

type Usual = { maxUnpaidOrders: number; unpaidOrderDays: number; isEarnedByDefault: boolean }

/** What an account that has paid may set aside; no step may have more. */
const paid = ({ maxUnpaidOrders, unpaidOrderDays }: Usual): TrustLimits => ({
  bills: maxUnpaidOrders,
  lines: Infinity,
  cents: Infinity,
  share: 100,
  soleShare: 100,
  jointShare: 100,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: unpaidOrderDays * 24 * 60,
  transferMinutes: Infinity,
  soleMinutes: unpaidOrderDays * 24 * 60,
  quotes: MAXIMUM_QUOTES,
  quotedPieces: Infinity,
})

export function readTrust(variables: Variables, usual: Usual): TrustSettings {
  const most = paid(usual)
  return {
    isEarned: readIsEarned(variables, usual.isEarnedByDefault),
    unconfirmed: readLimits(variables, 'TRUST_UNCONFIRMED', unconfirmed, most),
    confirmed: readLimits(variables, 'TRUST_CONFIRMED', confirmed, most),
    paid: most,
  }
}

function readIsEarned(variables: Variables, byDefault: boolean): boolean {
  const text = variables.read('TRUST_EARNED')
  if (text === undefined) return byDefault
  if (text !== '0' && text !== '1') variables.problem('TRUST_EARNED is 1, or 0 to give every account the highest step.')
  return text === '1'
}

/** Reads `bills=2, dollars=250000`; an omitted limit keeps its default. */
function readLimits(variables: Variables, name: string, usual: TrustLimits, most: TrustLimits): TrustLimits {
  const limits = { ...usual }
  for (const item of variables.list(name)) {
    const [key = '', text = ''] = item.split('=').map((half) => half.trim())
    if (!isPart(key)) {
      variables.problem(`${name} names '${key}'; it knows ${Object.keys(parts).join(', ')}.`)
      continue
    }
    const part = parts[key]
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < 1 || value > part.most) variables.problem(`${name}: ${key} is a number from 1 to ${part.most}.`)
    else limits[part.limit] = part.limit === 'cents' ? value * 100 : value
  }
  for (const { limit } of Object.values(parts)) limits[limit] = Math.min(limits[limit], most[limit])
  return limits
}

const isPart = (key: string): key is keyof typeof parts => Object.hasOwn(parts, key)
