import { messages } from '#contract/basics/messages.ts'
import { formatCents } from '#contract/basics/figures.ts'
import type { Transaction } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import type { TrustLimits } from '../platform/settings/trust.ts'
import type { Buyer } from './find-buyer.ts'
import type { Trust } from './find-trust.ts'
import { readSetAside, type PartSetAside } from './read-set-aside.ts'

/**
 * Pieces that were just taken; `field` is the field of the request to report when there are too many. `isBeyondStock`: the order has all that
 * was in stock of the part, and is promised more.
 */
type Taken = { partId: string; quantity: number; field: string; isBeyondStock?: boolean }

/** How long the order may stay unpaid. `atOnce`: it exceeds what the account may have unpaid for longer. */
export type TimeToPay = { payWithinMinutes: number; atOnce: boolean }

/** Bills to be paid at once that an account and its network may leave unpaid within a day, so that nobody blocks a part by repeating them. */
const UNPAID_AT_ONCE_A_DAY = 6

/**
 * Checks that everything an account has set aside, including the pieces just taken, stays within its trust. Called after
 * they were taken, in the same transaction, so that a refusal undoes it. Returns the time that the order may stay unpaid.
 *
 * Some orders beyond the limits are taken to be paid at once, because a buyer who pays immediately is not to be stopped: the only bill of an
 * account above its lines, sum or share, or beyond the stock, and a small order while the joint share is used up. A part that is ordered beyond
 * its stock has no share.
 * @throws ShopError TOO_MANY_UNPAID, CONFIRM_FIRST or PAY_FIRST, by the step of trust.
 */
export async function requireUnpaidLimit(tx: Transaction, buyer: Buyer, taken: Taken[]): Promise<TimeToPay> {
  const { trust } = buyer
  const { allows } = trust
  const measured = await readSetAside(
    tx,
    buyer,
    taken.map(({ partId }) => partId),
  )
  const { bills, lines, cents, isAlone } = measured
  if (bills > allows.bills) throw tooManyBills(trust)

  const isOnly = bills === 1
  const isBeyondStock = !trust.isProven && taken.some((one) => one.isBeyondStock)
  const isLarge = isBeyondStock || lines > allows.lines || cents > allows.cents
  if (isLarge && !isOnly) {
    if (isBeyondStock) throw refusal(trust, messages.asideBeyondStock)
    throw refusal(trust, lines > allows.lines ? messages.asideLines(allows.lines) : messages.asideSum(formatCents(allows.cents)))
  }

  const partOf = new Map(measured.parts.map((part) => [part.partId, part]))
  const shared = isBeyondStock ? taken.filter((one) => !one.isBeyondStock) : taken
  const tooMany = (roomOf: (part: PartSetAside) => Room) =>
    shared.flatMap(({ partId, quantity, field }) => {
      const room = roomOf(partOf.get(partId)!) // just taken, so it is in the list
      return room.pieces >= 0 ? [] : [{ field, left: room.pieces + quantity, isJoint: room.isJoint }]
    })
  const isKept = !isLarge && (trust.isProven || tooMany((part) => roomKept(part, trust)).length === 0)
  if (isKept) return { payWithinMinutes: allows.unpaidMinutes, atOnce: false }

  const smallShare = isLarge ? Math.min(allows.share, allows.soleShare) : allows.share
  // All of several parts would be the shop's whole stock.
  const soleShare = lines === 1 ? allows.soleShare : Math.min(allows.soleShare, allows.jointShare)
  const exceeding = tooMany((part) => {
    const small = roomAtOnce(part, trust, smallShare, allows.atOnceShare)
    if (!isOnly || !isAlone) return small
    const sole = roomAtOnce(part, trust, soleShare, allows.jointShare)
    return sole.pieces >= small.pieces ? sole : { ...small, isJoint: sole.isJoint }
  })
  if (exceeding.length > 0) throw tooManyPieces(trust, taken.length, exceeding)
  if (measured.unpaidAtOnce >= UNPAID_AT_ONCE_A_DAY) throw new ShopError(codes[trust.step], { message: messages.unpaidAtOnce })
  return { payWithinMinutes: allows.soleMinutes, atOnce: true }
}

/** Pieces that may still be taken, negative when too many were; `isJoint` when others of the account's kind have left too few. */
type Room = { pieces: number; isJoint: boolean }

const roomOf = (own: number, joint: number): Room => ({ pieces: Math.min(own, joint), isJoint: joint < own })
const percentOf = (pieces: number, share: number) => Math.floor((pieces * share) / 100)

/** What the shares are of: all of the part's pieces but those of other kinds of accounts. */
const stockOf = ({ own, joint, available }: PartSetAside) => available + Math.max(own, joint)

/** The part's smallest order, where that is not too much of it, so that a small share of a small stock can be ordered. */
const smallest = (part: PartSetAside, { soleShare }: TrustLimits) => Math.min(part.minimumOrder, percentOf(stockOf(part), soleShare))

const roomKept = (part: PartSetAside, { allows }: Trust): Room =>
  roomOf(
    Math.max(percentOf(stockOf(part), allows.share), smallest(part, allows)) - part.own,
    Math.min(
      percentOf(part.available + part.kept, allows.jointShare) - part.kept,
      percentOf(part.available + part.joint, allows.atOnceShare) - part.joint,
    ),
  )

/** Who has paid before may always take the part's smallest order. */
function roomAtOnce(part: PartSetAside, { step, allows }: Trust, share: number, jointShare: number): Room {
  const least = step === 'paid' ? part.minimumOrder : 0
  return roomOf(
    Math.max(percentOf(stockOf(part), share), smallest(part, allows), least) - part.own,
    Math.max(percentOf(part.available + part.joint, jointShare), least) - part.joint,
  )
}

function tooManyPieces(trust: Trust, lines: number, exceeding: { field: string; left: number; isJoint: boolean }[]): ShopError {
  const fields = exceeding.map(({ field, left, isJoint }) => ({
    field,
    message: isJoint ? jointMessages[trust.step](left) : messages.asidePieces(left),
  }))
  const exceeded = lines === 1 ? fields[0]!.message : messages.asideShares(exceeding.length)
  // What all new accounts have together does not grow by a confirmed address.
  const step = exceeding.every(({ isJoint }) => isJoint) && trust.step === 'unconfirmed' ? 'confirmed' : trust.step
  return new ShopError(codes[step], { fields, message: `${exceeded} ${takeFewer[step]}` })
}

const codes = { unconfirmed: 'CONFIRM_FIRST', confirmed: 'PAY_FIRST', paid: 'TOO_MANY_UNPAID' } as const

const jointMessages = { unconfirmed: messages.jointPieces, confirmed: messages.jointPieces, paid: messages.jointPiecesOfPaid }
const endOpenOrders = { unconfirmed: messages.confirmOrEndOrders, confirmed: messages.endOrders, paid: messages.endOrders }
const takeFewer = { unconfirmed: messages.confirmOrTakeFewer, confirmed: messages.payAndTakeTheRest, paid: messages.payAndTakeTheRest }

/** Refuses another bill. For an account that has paid, the code's own sentence is enough. */
export const tooManyBills = (trust: Trust) =>
  trust.step === 'paid' ? new ShopError('TOO_MANY_UNPAID') : refusal(trust, messages.asideBills(trust.allows.bills))

const refusal = (trust: Trust, exceeded: string) =>
  new ShopError(codes[trust.step], { message: `${exceeded} ${endOpenOrders[trust.step]}` })
