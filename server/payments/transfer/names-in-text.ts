import { isCreditorReference } from './creditor-reference.ts'

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
export function namesIn({ text, reference }: { text: string; reference: string }): Named {
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
