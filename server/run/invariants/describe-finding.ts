import type { InvariantFinding, InvariantName } from '#contract/shop/operations.ts'

const sentences: Record<InvariantName, string> = {
  stockMatchesLedger: 'what a part has available is the sum of its ledger',
  promisesAreKept: 'what is promised of a delivery or a month is what orders wait for',
  piecesAreAccountedFor: 'the pieces a part ever got are available, held or ordered',
  paidOrdersArePaidFor: 'each paid order or group has one succeeded payment of its amount',
  paymentsHaveTheirEnd: 'each succeeded payment has paid one order or group or goes back once',
  receiptsAddUp: 'what arrived by bank or for bills on account is the sum of its receipts',
  refundsAreKnown: 'refunds are at most what was paid, known, and stand on their orders',
  taxesAreExact: 'the tax of each bill is that of its sum, rounded once',
  ordersTellTheirState: 'the last event of each order is its state',
  papersAreWhole: 'no number of an invoice or credit note is missing, and each adds up',
  booksBalance: 'each entry of the books sums to zero',
  moneyIsBooked: 'what came in and went back is in the books, as the provider has it',
  receivablesAreOpen: 'the receivable of each order or group is what is open',
  nothingIsOverdue: 'no cancelling, refund, mail or hold has waited too long',
}

const WIDTH = Math.max(...Object.values(sentences).map((sentence) => sentence.length))

export function describeFinding({ name, count, ids }: InvariantFinding): string {
  const state = count === 0 ? 'ok' : `BROKEN by ${count}: ${ids.join(', ')}${count > ids.length ? ', ...' : ''}`
  return `${sentences[name].padEnd(WIDTH)}  ${state}`
}
