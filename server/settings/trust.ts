import { HOLD_MINUTES, MAXIMUM_QUOTES } from '#contract/limits.ts'
import type { Variables } from './variables.ts'

/**
 * How far the shop trusts an account:
 * - `unconfirmed`: its email address was never confirmed
 * - `confirmed`: it was
 * - `paid`: it has paid for an order before, confirmed or not
 */
export const trustSteps = ['unconfirmed', 'confirmed', 'paid'] as const
export type TrustStep = (typeof trustSteps)[number]

/** What an account may set aside without paying. `Infinity` where nothing is bounded. */
export type TrustLimits = {
  /** Unpaid orders and live holds; orders of one group count as one. */
  bills: number
  /** Orders and live holds, each order of a group counted. */
  lines: number
  /** Their sum, in cents. */
  cents: number
  /** Percent of one part's stock that the account, and its network, may set aside. */
  share: number
  /** The same for an order of one part while the account and its network have nothing else set aside. */
  soleShare: number
  /** Minutes of a hold. */
  holdMinutes: number
  /** Minutes that an order stays unpaid. */
  unpaidMinutes: number
  /** Minutes to pay the only bill of an account when it exceeds `lines`, `cents` or `share`. */
  soleMinutes: number
  /** Saved quotes. */
  quotes: number
  /** Pieces in the newest versions of its saved quotes whose prices still hold. */
  quotedPieces: number
}

export type TrustSettings = Record<TrustStep, TrustLimits> & {
  /** Whether trust is earned; otherwise every account has the highest step. */
  isEarned: boolean
}

/** Name of each part of TRUST_UNCONFIRMED and TRUST_CONFIRMED, and the highest value it takes. */
const parts = {
  bills: { limit: 'bills', most: 10_000 },
  lines: { limit: 'lines', most: 1_000_000 },
  dollars: { limit: 'cents', most: 10_000_000_000 },
  share: { limit: 'share', most: 100 },
  'sole-share': { limit: 'soleShare', most: 100 },
  'hold-minutes': { limit: 'holdMinutes', most: HOLD_MINUTES },
  'unpaid-minutes': { limit: 'unpaidMinutes', most: 525_600 },
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
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: 2 * 60,
  soleMinutes: 30,
  quotes: 10,
  quotedPieces: 1_000_000,
}

const confirmed: TrustLimits = {
  bills: 10,
  lines: 1_000,
  cents: 2_000_000_00,
  share: 50,
  soleShare: 100,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: 48 * 60,
  soleMinutes: 2 * 60,
  quotes: 100,
  quotedPieces: 50_000_000,
}

type Usual = { maxUnpaidOrders: number; unpaidOrderDays: number; isEarnedByDefault: boolean }

/** What an account that has paid may set aside; no step has more. */
const paid = ({ maxUnpaidOrders, unpaidOrderDays }: Usual): TrustLimits => ({
  bills: maxUnpaidOrders,
  lines: Infinity,
  cents: Infinity,
  share: 100,
  soleShare: 100,
  holdMinutes: HOLD_MINUTES,
  unpaidMinutes: unpaidOrderDays * 24 * 60,
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

/** Reads `bills=2, dollars=250000`; a part that is not named keeps its default. */
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
