import type { ProposalReason } from '#contract/payments/bank.ts'
import { namesIn, type Named } from '../payments/transfer/names-in-text.ts'

/** The fields of a movement that may identify what it pays for. `amount` in cents. */
export type MovementFields = { amount: number; payer: string; payerAccount: string; text: string; reference: string }

/** A bill that waits for money, with the fields that may identify it. */
export type Candidate = {
  billId: string
  openCents: number
  /** Whether it waits for money. One that has ended or is paid is only found by its own words. */
  waits: boolean
  /** Its creditor reference, if it has one. */
  reference: string | null
  /** Positions of its orders. */
  orders: number[]
  /** Numbers of its invoices. */
  invoices: string[]
  /** Names of the buyer. */
  names: string[]
  /** Accounts that paid for this buyer before. */
  accounts: string[]
  /** One delivery of an order, with an invoice of its own; others of the order are named by its number, too. */
  isDelivery?: boolean
}

export type Proposed = { bills: { billId: string; cents: number; why: ProposalReason[] }[]; certainty: 'sure' | 'likely' | 'guess' }

/** Words of a name that distinguish people. */
const wordsOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word.length > 2 && !/^(?:gmbh|ltd|inc|llc|the|and|und|company|corp|mbh|kg|limited|sarl|srl)$/.test(word))

function isSameName(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), new Set(wordsOf(other))]
  return first.length > 0 && second.size > 0 && first.filter((word) => second.has(word)).length >= Math.min(2, first.length, second.size)
}

/**
 * The bills that a movement probably pays: those that its text names, also ended ones, else those of a known payer, else the only bill of
 * this amount. What names a bill is never guessed for another one.
 * Never more than the movement has; of bills that are named together the first ones are filled first. Undefined where nothing fits.
 */
export function propose(movement: MovementFields, candidates: readonly Candidate[]): Proposed | undefined {
  const named = namesIn(movement)
  const judged = candidates.map((bill) => ({ bill, why: reasonsOf(movement, named, bill) }))
  const byWords = judged.filter(isByWords)
  if (byWords.length > 0) {
    const waiting = byWords.filter(({ bill }) => bill.waits)
    const filled = waiting.length > 0 ? deliveriesMeant(waiting, movement) : byWords
    const sum = filled.reduce((total, { bill }) => total + bill.openCents, 0)
    return sum === 0 ? undefined : { bills: fill(movement.amount, filled), certainty: sum === movement.amount ? 'sure' : 'likely' }
  }
  const guessed = judged.filter(({ bill }) => bill.waits && bill.openCents > 0)
  const ofPayer = guessed.filter(({ why }) => why.includes('payer'))
  const exact = ofPayer.filter(({ why }) => why.includes('amount'))
  if (exact.length === 1) return { bills: fill(movement.amount, exact), certainty: 'likely' }
  const sumOfPayer = ofPayer.reduce((total, { bill }) => total + bill.openCents, 0)
  if (exact.length === 0 && ofPayer.length > 1 && sumOfPayer === movement.amount)
    return { bills: fill(movement.amount, ofPayer), certainty: 'likely' }
  const sameAmount = guessed.filter(({ why }) => why.includes('amount'))
  if (sameAmount.length === 1) return { bills: fill(movement.amount, sameAmount), certainty: 'guess' }
  if (exact.length === 0 && ofPayer.length === 1) return { bills: fill(movement.amount, ofPayer), certainty: 'guess' }
  return undefined
}

/** Of the deliveries of an order, which its number names all, those whose invoice is named, else the one of this amount. */
function deliveriesMeant<Judged extends { bill: Candidate; why: ProposalReason[] }>(
  waiting: Judged[],
  { amount }: MovementFields,
): Judged[] {
  if (!waiting.some(({ bill }) => bill.isDelivery)) return waiting
  const byInvoice = waiting.filter(({ why }) => why.includes('invoice'))
  if (byInvoice.length > 0) return byInvoice
  const exact = waiting.filter(({ bill }) => bill.openCents === amount)
  return exact.length === 1 ? exact : waiting
}

const isByWords = ({ why }: { why: ProposalReason[] }) =>
  why.some((reason) => reason === 'reference' || reason === 'order' || reason === 'invoice')

/** Bills that a movement names and that wait for no money: ended and paid ones. */
export function namedWithoutWaiting(movement: MovementFields, candidates: readonly Candidate[]): Candidate[] {
  const named = namesIn(movement)
  return candidates.filter((bill) => !bill.waits && isByWords({ why: reasonsOf(movement, named, bill) }))
}

function reasonsOf(movement: MovementFields, named: Named, bill: Candidate): ProposalReason[] {
  const isPayer =
    (movement.payerAccount !== '' && bill.accounts.includes(movement.payerAccount)) ||
    bill.names.some((name) => isSameName(name, movement.payer))
  return [
    ...(bill.reference !== null && named.references.includes(bill.reference) ? (['reference'] as const) : []),
    ...(bill.orders.some((position) => named.orders.includes(position)) ? (['order'] as const) : []),
    ...(bill.invoices.some((number) => named.invoices.includes(number)) ? (['invoice'] as const) : []),
    ...(isPayer ? (['payer'] as const) : []),
    ...(bill.openCents === movement.amount ? (['amount'] as const) : []),
  ]
}

function fill(amount: number, judged: { bill: Candidate; why: ProposalReason[] }[]): Proposed['bills'] {
  let left = amount
  return judged.flatMap(({ bill, why }) => {
    const cents = Math.min(left, bill.openCents)
    left -= cents
    return cents > 0 ? [{ billId: bill.billId, cents, why }] : []
  })
}
