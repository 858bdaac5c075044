import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import type { Paper } from '#contract/payments/papers.ts'
import { SavePaper } from '#app/invoices/save-papers.tsx'
import type { Column } from '#app/ui/table.tsx'
import { PlainDay } from '#app/ui/time.tsx'
import { paperWords as words } from '#app/words/papers.ts'

/** Order numbers in a cell. */
const SHOWN = 2

/** All columns of a table of papers; a buyer's own has no buyer. */
export const paperColumns: Column<Paper>[] = [
  { title: words.columns.number, card: 'name', cell: ({ number }) => <span className="figures whitespace-nowrap">{number}</span> },
  {
    title: words.columns.kind,
    cell: ({ kind, credits }) => (
      <>
        <span>{words.kinds[kind]} </span>
        {credits !== null && <span className="text-soft not-print:@min-[56rem]:@max-[68rem]:hidden">{words.credits(credits)}</span>}
      </>
    ),
  },
  { title: words.columns.date, cell: ({ issuedOn }) => <PlainDay value={issuedOn} /> },
  { title: words.columns.buyer, fills: true, cell: ({ buyer }) => <span title={buyer}>{buyer}</span> },
  { title: words.columns.orders, cell: (paper) => <OrderNumbers paper={paper} /> },
  { title: words.columns.net, align: 'end', spare: true, cell: ({ net }) => formatAmount(net) },
  { title: words.columns.tax, align: 'end', cell: ({ tax }) => formatAmount(tax) },
  { title: words.columns.gross, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: words.columns.files, card: 'action', screenOnly: true, cell: (paper) => <SavePaper paper={paper} /> },
]

export const myPaperColumns = paperColumns.filter(({ title }) => title !== words.columns.buyer)

function OrderNumbers({ paper: { orderNumbers } }: { paper: Paper }) {
  const further = orderNumbers.length - SHOWN
  return (
    <span title={orderNumbers.join(', ')}>
      {orderNumbers.slice(0, SHOWN).join(', ') + (further > 0 ? ` ${words.furtherOrders(formatCount(further))}` : '')}
    </span>
  )
}
