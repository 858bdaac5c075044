import type { ProposalReason } from '#contract/payments/bank.ts'
import { isCreditorReference } from './creditor-reference.ts'

/** The fields of a movement that may identify what it pays for. `amount` in cents. */
export type MovementFields = { amount: number; payer: string; payerAccount: string; text: string; reference: string }

/** A bill that waits for money, with the fields that may identify it. */
export type Candidate = {
  billId: string
  openCents: number
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
}

export type Proposed = { bills: { billId: string; cents: number; why: ProposalReason[] }[]; certainty: 'sure' | 'likely' | 'guess' }

/** What a text names: numbers of orders and invoices, and creditor references with right check digits. */
export type Named = { orders: number[]; invoices: string[]; references: string[] }

const MOST_NAMED = 50

/** Banks break lines within words and write everything in capitals, so spaces within a number are passed over. */
export function namesIn({ text, reference }: Pick<MovementFields, 'text' | 'reference'>): Named {
  const said = `${reference} ${text}`.toUpperCase()
  const together = said.replace(/\s+/g, '')
  const unique = <T>(all: T[]) => [...new Set(all)].slice(0, MOST_NAMED)
  const numbers = [...said.matchAll(/\bO\s?-?\s?(\d{1,12})/g), ...said.matchAll(/\bO\s?-?\s?(\d[\d ]{0,14})/g)]
  return {
    orders: unique(numbers.map(([, digits]) => Number(digits!.replaceAll(' ', ''))).filter((one) => one > 0 && Number.isSafeInteger(one))),
    invoices: unique(
      [...together.matchAll(/INV-?(\d{4})-?(\d{1,9})/g)].map(([, year, number]) => `INV-${year}-${number!.padStart(6, '0')}`),
    ),
    references: unique([...together.matchAll(/(?=(RF\d{2}[A-Z0-9]{1,21}))/g)].flatMap(([, found]) => prefixesThatCheck(found!))),
  }
}

/** A reference ends where its check digits are right: other words may follow without a space. The longest one first. */
function prefixesThatCheck(found: string): string[] {
  const lengths = Array.from({ length: found.length - 4 }, (_, index) => found.length - index)
  return lengths.map((length) => found.slice(0, length)).filter(isCreditorReference)
}

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
 * The bills that a movement probably pays: those that its text names, else those of a known payer, else the only bill of this amount.
 * Never more than the movement has; of bills that are named together the first ones are filled first. Undefined where nothing fits.
 */
export function propose(movement: MovementFields, candidates: readonly Candidate[]): Proposed | undefined {
  const named = namesIn(movement)
  const judged = candidates.map((bill) => ({ bill, why: reasonsOf(movement, named, bill) }))
  const byWords = judged.filter(({ why }) => why.some((reason) => reason === 'reference' || reason === 'order' || reason === 'invoice'))
  if (byWords.length > 0) {
    const sum = byWords.reduce((total, { bill }) => total + bill.openCents, 0)
    return { bills: fill(movement.amount, byWords), certainty: sum === movement.amount ? 'sure' : 'likely' }
  }
  const ofPayer = judged.filter(({ why }) => why.includes('payer'))
  const exact = ofPayer.filter(({ why }) => why.includes('amount'))
  if (exact.length === 1) return { bills: fill(movement.amount, exact), certainty: 'likely' }
  const sumOfPayer = ofPayer.reduce((total, { bill }) => total + bill.openCents, 0)
  if (exact.length === 0 && ofPayer.length > 1 && sumOfPayer === movement.amount)
    return { bills: fill(movement.amount, ofPayer), certainty: 'likely' }
  const sameAmount = judged.filter(({ why }) => why.includes('amount'))
  if (sameAmount.length === 1) return { bills: fill(movement.amount, sameAmount), certainty: 'guess' }
  if (exact.length === 0 && ofPayer.length === 1) return { bills: fill(movement.amount, ofPayer), certainty: 'guess' }
  return undefined
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
