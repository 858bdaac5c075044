import { messages } from '#contract/messages.ts'
import { formatCents } from '#contract/figures.ts'
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
export async function requireRoom(tx: Transaction, buyer: Buyer, taken: Taken[]): Promise<number> {
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
    taken.flatMap((one) => {
      const { pieces, stock } = stockOf.get(one.partId)! // just taken, so it is in the list
      const most = Math.floor((stock * share) / 100)
      return pieces > most ? [{ field: one.field, message: messages.asidePieces(most - (pieces - one.quantity)) }] : []
    })
  const allowedShare = isOnly && lines === 1 && isAlone ? trust.allows.soleShare : trust.allows.share
  const fields = aboveShare(allowedShare)
  if (fields.length > 0) {
    const exceeded = taken.length === 1 ? fields[0]!.message : messages.asideShares(fields.length)
    throw new ShopError(codes[trust.step], { fields, message: `${exceeded} ${takeFewer[trust.step]}` })
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
