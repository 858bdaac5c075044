import { useQuery } from '@tanstack/react-query'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { quoteCalls, type QuoteSummary } from '#contract/quotes/quotes.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Status } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'
import { quoteOfferWords as offerWords } from '#app/words/quote-offers.ts'
import { quotesWords as words } from '#app/words/quotes.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'

/** The user's saved quotes, newest first. */
export function QuoteList() {
  const newQuote = <ButtonLink to={paths.quote}>{words.newQuote}</ButtonLink>
  const list = useQuery(readOf(quoteCalls.mine, { query: { page: usePage() } }))
  return (
    <ListScreen
      list={list}
      rows={list.data?.quotes}
      paging={list.data}
      rowKey={({ _id }) => _id}
      href={({ _id }) => paths.quoteOne(_id)}
      size={ORDERS_PAGE_SIZE}
      words={{ ...words, title: dashboardWords.myQuotes }}
      title={words.heading(list.data?.count ?? 0)}
      actions={list.data && list.data.count > 0 && newQuote}
      columns={columns}
      start={newQuote}
    />
  )
}

const columns: Column<QuoteSummary>[] = [
  {
    title: words.listColumns.number,
    card: 'name',
    cell: ({ number, version }) => (version > 1 ? `${number} ${words.version(version)}` : number),
  },
  {
    title: words.listColumns.name,
    fills: true,
    cell: ({ name }) => (name === '' ? <span className="text-soft">{words.unnamed}</span> : name),
  },
  { title: words.listColumns.lines, align: 'end', cell: ({ lineCount }) => formatCount(lineCount) },
  { title: words.listColumns.total, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: words.listColumns.status, card: 'state', multiline: true, cell: (quote) => <State quote={quote} /> },
]

function State({ quote }: { quote: QuoteSummary }) {
  if (quote.orderedAt !== null) return <Status tone="success">{words.ordered}</Status>
  if (quote.withdrawn !== null) {
    return (
      <>
        <Status tone="danger">{words.withdrawn}</Status>
        <span className="label-text block wrap-anywhere">{quote.withdrawn.reason}</span>
      </>
    )
  }
  if (quote.expired) return <Status tone="warning">{words.expired}</Status>
  return (
    <>
      {quote.offer !== null && <Status tone="success">{offerWords.offer}</Status>}
      <span> </span>
      <Time value={quote.validUntil} />
    </>
  )
}
