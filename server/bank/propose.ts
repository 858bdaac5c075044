import type { ProposalReason } from '#contract/payments/bank.ts'
import { isCreditorReference } from './creditor-reference.ts'

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
}

export type Proposed = { bills: { billId: string; cents: number; why: ProposalReason[] }[]; certainty: 'sure' | 'likely' | 'guess' }

/** What a text names: numbers of orders and invoices, and creditor references with right check digits. */
export type Named = { orders: number[]; invoices: string[]; references: string[] }

const MOST_NAMED = 50

/** Digits of the numbers of orders and invoices, which begin with noughts up to it. */
const DIGITS = 6
/** Hyphens and dashes of all kinds, and what cannot be seen. */
const DASHES = /[\p{Pd}\u2043\u2212\u02d7]/gu
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** Days beside a number are not a part of it, also where no blank is between them. */
const DAY = /(?<!INV ?- ?)\b(?:19|20)\d\d-\d\d-\d\d(?!\d)|\d{1,2}([./])\d{1,2}\1(?:(?:19|20)\d\d|\d\d)?(?!\d)/g

/** The letter stands by itself: in 'P/O 46', 'C/O 5' and 'NO 7' it belongs to others' words, as in 'PINV-2026-00012'. */
const ORDER = /(?<![\p{L}\p{N}]|(?<![\p{L}\p{N}])(?:\p{L}[./\\&'-]|P[ .]{1,2}))O ?-? ?(\d[\d ]*)/gu
const INVOICE = /(?<!(?<!\p{L})\p{L})I ?N ?V ?-? ?(2 ?0 ?\d ?\d) ?[-/]? ?(\d[\d ]*)/gu
/** What names the number after it as the buyer's own. */
const OF_BUYER =
  /(?:\bP ?[./]? ?O\.?|\b(?:PURCHASE|CUSTOMER|BUYER|OUR|UNSERE?) ?-?(?:ORDER|BESTELLUNG)|\bEINKAUFSBESTELLUNG|\bNOTRE COMMANDE|\bBON DE COMMANDE|\bNUESTRO PEDIDO|\bNOSTRO ORDINE|\bONZE BESTELLING) ?(?:(?:NO|NR|NUM|NUMBER|NUMMER|N)\b)?[ .:#°º-]*$/
/** Characters before a number in which that may stand. */
const BEFORE = 40

/** Banks break lines within numbers and write everything in capitals. A number of the buyer is not ours. */
export function namesIn({ text, reference }: Pick<MovementFields, 'text' | 'reference'>): Named {
  const written = `${reference} ${text}`.toUpperCase().replace(UNSEEN, '').replace(/\s+/g, ' ').replace(DASHES, '-')
  const said = written.replace(DAY, ' ')
  const together = written.replaceAll(' ', '')
  const unique = <T>(all: T[]) => [...new Set(all)].slice(0, MOST_NAMED)
  const isOurs = ({ index }: { index: number }) => !OF_BUYER.test(said.slice(Math.max(0, index - BEFORE), index))
  return {
    orders: unique([...said.matchAll(ORDER)].filter(isOurs).flatMap(([, digits]) => numbersOf(digits!))),
    invoices: unique(
      [...said.matchAll(INVOICE)].flatMap(([, year, digits]) =>
        numbersOf(digits!).map((number) => `INV-${year!.replaceAll(' ', '')}-${String(number).padStart(DIGITS, '0')}`),
      ),
    ),
    references: unique([...together.matchAll(/(?=(RF\d{2}[A-Z0-9]{1,21}))/g)].flatMap(([, found]) => prefixesThatCheck(found!))),
  }
}

/** What digits with blanks in them may be: the first group, and the number of six digits that a break has divided. */
function numbersOf(written: string): number[] {
  const groups = written.trim().split(' ')
  const [first = ''] = groups
  let joined = ''
  for (const group of groups) if (joined.length < DIGITS) joined += group
  const isDivided = groups.length > 1 && first.length < DIGITS && joined.length === DIGITS
  // With noughts before it a number has all of its digits.
  const found = first.startsWith('0') ? [isDivided ? joined : first.length > DIGITS ? '' : first] : [first, ...(isDivided ? [joined] : [])]
  return found.map(Number).filter((number) => number > 0 && number < 1e12)
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
    const filled = waiting.length > 0 ? waiting : byWords
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
