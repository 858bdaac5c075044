import { messages } from '#contract/basics/messages.ts'
import { formatCents } from '#contract/basics/figures.ts'
import type { Transaction } from '#database/connect.ts'
import { ShopError } from '../errors.ts'
import type { Buyer } from './find-buyer.ts'
import type { Trust } from './find-trust.ts'
import { measureSetAside } from './measure-set-aside.ts'

/** Pieces that were just taken; `field` is the field of the request to report when there are too many. */
type Taken = { partId: string; quantity: number; field: string }

/**
 * Checks that everything an account has set aside, including the pieces just taken, stays within its trust. Called after
 * they were taken, in the same transaction, so that a refusal undoes it. Returns the minutes that the order may stay unpaid:
 * fewer for the only bill of an account that exceeds lines, sum or share. That bill is allowed so that a buyer who pays
 * immediately is not stopped.
 * @throws ShopError TOO_MANY_UNPAID, CONFIRM_FIRST or PAY_FIRST, by the step of trust.
 */
export async function requireUnpaidLimit(tx: Transaction, buyer: Buyer, taken: Taken[]): Promise<number> {
  const { trust } = buyer
  const { bills, lines, cents, isAlone, parts } = await measureSetAside(
    tx,
    buyer,
    taken.map(({ partId }) => partId),
  )
  if (bills > trust.allows.bills) throw tooManyBills(trust)

  const isOnly = bills === 1
  const stockOf = new Map(parts.map((part) => [part.partId, part]))
  const aboveShare = (share: number) =>
    taken.flatMap(({ partId, quantity, field }) => {
      const part = stockOf.get(partId)! // just taken, so it is in the list
      const leftOf = ({ pieces, stock }: typeof part.own, percent: number) => Math.floor((stock * percent) / 100) - (pieces - quantity)
      const [own, joint] = [leftOf(part.own, share), leftOf(part.joint, trust.allows.jointShare)]
      if (Math.min(own, joint) >= quantity) return []
      return [joint < own ? { field, message: messages.jointPieces(joint), isJoint: true } : { field, message: messages.asidePieces(own) }]
    })
  const allowedShare = isOnly && lines === 1 && isAlone ? trust.allows.soleShare : trust.allows.share
  const exceeding = aboveShare(allowedShare)
  if (exceeding.length > 0) {
    const exceeded = taken.length === 1 ? exceeding[0]!.message : messages.asideShares(exceeding.length)
    // What all new accounts have together does not grow by a confirmed address.
    const step = exceeding.every(({ isJoint }) => isJoint) ? 'confirmed' : trust.step
    const fields = exceeding.map(({ field, message }) => ({ field, message }))
    throw new ShopError(codes[step], { fields, message: `${exceeded} ${takeFewer[step]}` })
  }

  const isLarge = lines > trust.allows.lines || cents > trust.allows.cents || aboveShare(trust.allows.share).length > 0
  if (!isLarge) return trust.allows.unpaidMinutes
  if (isOnly) return trust.allows.soleMinutes
  throw refusal(
    trust,
    lines > trust.allows.lines ? messages.asideLines(trust.allows.lines) : messages.asideSum(formatCents(trust.allows.cents)),
  )
}

const codes = { unconfirmed: 'CONFIRM_FIRST', confirmed: 'PAY_FIRST', paid: 'TOO_MANY_UNPAID' } as const

const endOpenOrders = { unconfirmed: messages.confirmOrEndOrders, confirmed: messages.endOrders, paid: messages.endOrders }
const takeFewer = { unconfirmed: messages.confirmOrTakeFewer, confirmed: messages.payAndTakeTheRest, paid: messages.endOrders }

/** Refuses another bill. For an account that has paid, the code's own sentence is enough. */
export const tooManyBills = (trust: Trust) =>
  trust.step === 'paid' ? new ShopError('TOO_MANY_UNPAID') : refusal(trust, messages.asideBills(trust.allows.bills))

const refusal = (trust: Trust, exceeded: string) =>
  new ShopError(codes[trust.step], { message: `${exceeded} ${endOpenOrders[trust.step]}` })
