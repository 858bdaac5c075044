import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ORDERS_PAGE_SIZE, TEXT_LIMITS } from '#contract/limits.ts'
import { formatAmount } from '#contract/figures.ts'
import { voidingCalls, type AdminQuote } from '#contract/voidings.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { VoidOneQuote } from './void-one-quote.tsx'
import { VoidQuotesOfPart } from './void-quotes-of-part.tsx'

export const meta = pageMeta(dashboardWords.allQuotes)

/** All quotes, to find and withdraw them. */
export default function AllQuotes() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q')?.trim().slice(0, TEXT_LIMITS.search) ?? ''
  const query = { page: usePage(), ...(q !== '' && { q }) }
  const list = useQuery({ ...readOf(voidingCalls.all, { query }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} />
  return (
    <section className="grid grid-cols-1 gap-6">
      <h2 className="text-xl wrap-anywhere">{q === '' ? words.total(data.count) : words.found(data.count, q)}</h2>
      <form
        key={q}
        role="search"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('q')
          setSearch(typeof typed === 'string' && typed.trim() !== '' ? { q: typed } : {})
        }}
      >
        <TextField
          label={words.searchLabel}
          hint={words.searchHint}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={TEXT_LIMITS.search}
          className="grow"
        />
        <Button type="submit" variant="secondary">
          {words.search}
        </Button>
      </form>
      {error && <LoadFailed query={list} />}
      {data.part && <VoidQuotesOfPart key={data.part.partsId} part={data.part} />}
      {data.count === 0 ? (
        <EmptyState title={q === '' ? words.none : words.noneFound} />
      ) : (
        <div aria-busy={isPlaceholderData || undefined}>
          <Table caption={words.caption} columns={columns} rows={data.quotes} rowKey={({ _id }) => _id} wide />
        </div>
      )}
      <ListPager page={data.page} count={data.count} size={ORDERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<AdminQuote>[] = [
  {
    title: words.columns.number,
    cell: ({ number, version }) => (
      <>
        <span className="whitespace-nowrap">{number}</span>
        {version > 1 && <span className="label-text block">{words.version(version)}</span>}
      </>
    ),
  },
  { title: words.columns.buyer, cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.total, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: words.columns.validUntil, cell: ({ validUntil }) => <Time value={validUntil} /> },
  { title: words.columns.state, cell: (quote) => <State quote={quote} /> },
  { title: words.columns.withdraw, screenOnly: true, cell: (quote) => quote.state === 'open' && <VoidOneQuote quote={quote} /> },
]

const tones = { open: '', ordered: 'text-success', withdrawn: 'text-danger', expired: 'text-warning' } as const

function State({ quote: { state, reason } }: { quote: AdminQuote }) {
  return (
    <>
      <span className={`font-semibold ${tones[state]}`}>{words.states[state]}</span>
      {reason !== null && <span className="label-text block wrap-anywhere">{reason}</span>}
    </>
  )
}
