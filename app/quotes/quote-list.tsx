import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { quoteCalls, type QuoteSummary } from '#contract/quotes.ts'
import { Loading } from '#app/failure.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'
import { formatAmount, formatCount } from '#contract/figures.ts'

/** The user's saved quotes, newest first. */
export function QuoteList() {
  const page = usePage()
  const quotes = useQuery(readOf(quoteCalls.mine, { query: { page } }))

  if (!quotes.data) return <Loading query={quotes} />
  const { count, quotes: shown } = quotes.data
  return (
    <section>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-xl">{words.heading(count)}</h2>
        {count > 0 && <ButtonLink to={paths.quote}>{words.newQuote}</ButtonLink>}
      </div>
      {count === 0 ? (
        <EmptyState title={words.none} action={<ButtonLink to={paths.quote}>{words.newQuote}</ButtonLink>} />
      ) : (
        <div className="grid gap-6">
          <Table caption={words.caption} columns={columns} rows={shown} rowKey={({ _id }) => _id} />
          <ListPager page={page} count={count} size={ORDERS_PAGE_SIZE} label={words.pages} />
        </div>
      )}
    </section>
  )
}

const columns: Column<QuoteSummary>[] = [
  {
    title: words.listColumns.number,
    cell: ({ _id, number, version }) => (
      <>
        <Link to={paths.quoteOne(_id)} prefetch="intent" className="link whitespace-nowrap">
          {number}
        </Link>
        {version > 1 && <span className="label-text block">{words.version(version)}</span>}
      </>
    ),
  },
  { title: words.listColumns.name, cell: ({ name }) => (name === '' ? <span className="text-soft">{words.unnamed}</span> : name) },
  { title: words.listColumns.lines, align: 'end', cell: ({ lineCount }) => formatCount(lineCount) },
  { title: words.listColumns.total, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: words.listColumns.status, cell: (quote) => <Status quote={quote} /> },
]

function Status({ quote }: { quote: QuoteSummary }) {
  if (quote.orderedAt !== null) return <span className="font-semibold text-success">{words.ordered}</span>
  if (quote.withdrawn !== null) {
    return (
      <>
        <span className="font-semibold text-danger">{words.withdrawn}</span>
        <span className="label-text block wrap-anywhere">{quote.withdrawn.reason}</span>
      </>
    )
  }
  if (quote.expired) return <span className="font-semibold text-warning">{words.expired}</span>
  return <Time value={quote.validUntil} />
}
