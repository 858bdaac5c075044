import { Suspense, useMemo, useState } from 'react'
import type { Quote, QuoteLine } from '#contract/quotes/quotes.ts'
import { ShipDay } from '#app/parts/ship-day.tsx'
import { UnitPrice } from '#app/parts/unit-price.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { promiseText } from '#contract/promises/promise-text.ts'
import { quoteWords } from '#app/words/quote.ts'
import { quotesWords as words } from '#app/words/quotes.ts'
import { formatAmount, formatCount, placesOf } from '#contract/basics/figures.ts'
import { PageTurner } from '#app/ui/page-turner.tsx'

const ReleasesOfLine = lazyPart(async () => (await import('./releases-of-line.tsx')).ReleasesOfLine)
const QuoteDocuments = lazyPart(async () => (await import('./quote-documents.tsx')).QuoteDocuments)

const LINES_PER_PAGE = 50

type QuoteLinesProps = {
  quote: Pick<Quote, 'lines' | 'orderedAt' | 'expired' | 'withdrawn'>
  /** For readers other than the buyer: the buyer's texts are labelled. */
  isShared?: boolean
}

/** The quoted lines of a saved quote, fifty a page, with the current stock. */
export function QuoteLines({ quote, isShared = false }: QuoteLinesProps) {
  const { lines } = quote
  // The orders of an ordered quote have their own days, and a quote that is over cannot be ordered.
  const hasDays = quote.orderedAt === null && !quote.expired && quote.withdrawn === null && lines.some(({ leadDays }) => leadDays !== null)
  const [asked, setPage] = useState(0)
  const pages = Math.ceil(lines.length / LINES_PER_PAGE)
  const page = Math.min(asked, Math.max(pages - 1, 0))
  const columns = useMemo(() => {
    const places = placesOf(lines.flatMap(({ unitPrice }) => unitPrice ?? []))
    const all = columnsOf(isShared ? words.asGivenByBuyer : (text) => text, places)
    return hasDays ? all : all.filter(({ title }) => title !== words.columns.shipsBy)
  }, [lines, isShared, hasDays])
  const shown = lines.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE)
  return (
    <div className="grid gap-4">
      <Table caption={words.linesCaption} columns={columns} rows={shown} rowKey={({ row }) => row} />
      <PageTurner page={page} pages={pages} label={words.linesPages} onTurn={setPage} />
      {!isShared && (
        <Suspense fallback={null}>
          <QuoteDocuments lines={shown} />
        </Suspense>
      )}
    </div>
  )
}

type SayGiven = (text: string) => string

const columnsOf = (given: SayGiven, places: number): Column<QuoteLine>[] => [
  { title: words.columns.number, cell: ({ row }) => row },
  { title: words.columns.part, card: 'name', multiline: true, cell: (line) => <Part line={line} given={given} /> },
  { title: words.columns.quantity, align: 'end', cell: ({ quantity, asked }) => quantityOf(quantity, asked, given) },
  {
    title: words.columns.unitPrice,
    align: 'end',
    cell: ({ unitPrice: price }) => (price === null ? words.noPrice : <UnitPrice price={price} places={places} />),
  },
  { title: words.columns.total, align: 'end', cell: ({ lineTotal }) => (lineTotal === null ? words.noPrice : formatAmount(lineTotal)) },
  {
    title: words.columns.shipsBy,
    align: 'end',
    cell: ({ leadDays }) => (leadDays === null ? words.noPrice : <ShipDay leadDays={leadDays} />),
  },
]

/** An unreadable quantity is shown as typed. */
function quantityOf(quantity: number | null, asked: string, given: SayGiven): string {
  if (quantity !== null) return formatCount(quantity)
  return asked === '' ? words.noPrice : given(asked)
}

function Part({ line, given }: { line: QuoteLine; given: SayGiven }) {
  const { name, partNumber, text, status, notes, available, promise, releases } = line
  const remarks = [words.status[status], ...notes.map((note) => words.notes[note])].filter((remark) => remark !== '')
  const isOwnText = name !== null && text !== '' && text !== name && text.toLowerCase() !== partNumber?.toLowerCase()
  const isShort = notes.includes('above-stock') || notes.includes('made-to-order')
  return (
    <>
      <strong className="font-semibold">{name ?? given(text)}</strong>
      <span className="label-text block">{(partNumber ?? words.noPart) + (isOwnText ? ` · ${given(text)}` : '')}</span>
      {remarks.length > 0 && (
        <span className={`block text-sm font-semibold ${isProblem(line) ? 'text-warning' : 'text-soft'}`}>
          {[...remarks, ...(isShort && available !== null ? [words.inStockNow(formatCount(available))] : [])].join(' ')}
        </span>
      )}
      {releases && (
        <Suspense fallback={null}>
          <ReleasesOfLine releases={releases} />
        </Suspense>
      )}
      {promise && !releases && <span className="block text-sm font-semibold text-soft">{quoteWords.leaves(promiseText(promise))}</span>}
    </>
  )
}

/** Whether a line prevents ordering its quote. */
export const isProblem = ({ status, notes }: QuoteLine): boolean =>
  status !== 'matched' || notes.some((note) => note === 'above-stock' || note === 'no-longer-sold' || note === 'delivery-over')
