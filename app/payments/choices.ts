import { weekdayText } from '#contract/basics/day-text.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { messages } from '#contract/basics/messages.ts'
import { leadDaysOfOrder, shipDay, type ShopCalendar } from '#contract/parts/lead-time.ts'
import type { PaymentSetup } from '#contract/payments/payments.ts'
import type { PaymentWays } from '#contract/payments/transfers.ts'
import type { Choice } from '#app/ui/choice-tiles.tsx'
import { transferWords as words } from '#app/words/transfer.ts'

export type Way = 'card' | 'transfer' | 'account'

/**
 * The ways to pay that the shop offers, those that this bill allows first: a bill above the limit of cards begins with the transfer. Of the
 * others each says why it cannot be chosen. Without `ways`, which could not be read, the card alone.
 */
export function choicesOf(ways: PaymentWays | undefined, setup: PaymentSetup | undefined, calendar: ShopCalendar): Choice<Way>[] {
  const card: Choice<Way> = { value: 'card', title: words.card, lead: words.cardLead, problem: ways && cardProblem(ways, setup) }
  const transfer: Choice<Way> = ways?.transfer
    ? { value: 'transfer', title: words.facts.title, lead: words.transferLead(ways.transfer.days) }
    : { value: 'transfer', title: words.facts.title, lead: '', problem: messages.onlyAtOnce }
  const offersTransfer = ways?.transfer || (ways && setup?.mostByCard !== undefined)
  const choices = [card, ...(offersTransfer ? [transfer] : []), ...(ways?.onAccount ? [accountOf(ways.onAccount, calendar)] : [])]
  return choices.toSorted((a, b) => Number(a.problem !== undefined) - Number(b.problem !== undefined))
}

function accountOf(onAccount: NonNullable<PaymentWays['onAccount']>, calendar: ShopCalendar): Choice<Way> {
  const { netDays, left, enough, leadDays, byDelivery = false } = onAccount
  const shipsBy = weekdayText(shipDay(leadDaysOfOrder(onAccount), calendar))
  return {
    value: 'account',
    title: words.facts.onAccount,
    lead: words.onAccountLead(shipsBy, netDays, formatAmount(left), leadDays !== null || byDelivery),
    problem: enough ? undefined : words.limitReached(formatAmount(left)),
  }
}

function cardProblem({ card, transfer, due }: PaymentWays, setup: PaymentSetup | undefined): string | undefined {
  if (card.allowed) return undefined
  if (transfer && transfer.received > 0) return words.partReceived
  if (due > card.most) return words.aboveCard(formatAmount(card.most))
  return messages.billBelowCardLimit(formatAmount(due), formatAmount(setup?.leastAtOnce ?? 0))
}

/** The chosen way while it is possible, else the one that was chosen before at the shop, else the first that is possible. */
export function chosenOf(choices: readonly Choice<Way>[], ways: PaymentWays | undefined, picked: Way | undefined): Way | undefined {
  const possible = choices.filter(({ problem }) => problem === undefined).map(({ value }) => value)
  const wanted = picked ?? (ways?.transfer?.chosen ? 'transfer' : undefined)
  return wanted && possible.includes(wanted) ? wanted : possible[0]
}
