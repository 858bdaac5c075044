import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ledgerAccounts, ledgerCalls, SHEET_PAGE_SIZE, type LedgerAccount, type SheetLine } from '#contract/ledger.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { PeriodFields } from '#app/ledger/period-fields.tsx'
import { signedAmount } from '#app/ledger/signed-amount.ts'
import { usePeriod } from '#app/ledger/use-period.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { booksWords as words } from '#app/words/books.ts'

export const meta = pageMeta(words.title)

export default function AccountScreen() {
  const { account: asked } = useParams()
  const account = ledgerAccounts.find((known) => known === asked)
  return account ? <AccountSheet account={account} /> : <NotFoundText />
}

/** The lines of an account in some months, each with the balance after it. */
function AccountSheet({ account }: { account: LedgerAccount }) {
  const period = usePeriod()
  const { from, to } = period
  const sheet = useQuery({
    ...readOf(ledgerCalls.sheet, { params: { account }, query: { from, to, page: usePage() } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = sheet

  if (!data) return <Loading query={sheet} skeleton={<ListSkeleton wide columns={columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.sheetTitle(words.accounts[account])} lead={words.openingOf(signedAmount(data.opening))}>
        <ButtonLink variant="secondary" to={`${dashboardPaths.books}?${period.search}`}>
          {words.back}
        </ButtonLink>
      </ListHead>
      <PeriodFields {...period} />
      {error && <LoadFailed query={sheet} />}
      {data.count === 0 ? (
        <EmptyState title={words.noLines} />
      ) : (
        <Table
          wide
          caption={words.sheetTitle(words.accounts[account])}
          columns={columns}
          rows={data.lines}
          rowKey={({ entry, tax }) => `${entry} ${tax}`}
        />
      )}
      <ListPager page={data.page} count={data.count} size={SHEET_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<SheetLine>[] = [
  { title: words.sheetColumns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  { title: words.sheetColumns.kind, card: 'name', cell: ({ kind }) => words.kinds[kind] },
  {
    title: words.sheetColumns.about,
    fills: true,
    multiline: true,
    cell: ({ orderNumber, invoiceNumber, payment, tax }) => (
      <span className="wrap-anywhere">{[invoiceNumber, orderNumber, tax, payment].filter(Boolean).join(' · ')}</span>
    ),
  },
  { title: words.sheetColumns.against, cell: ({ against }) => against.map((one) => words.accounts[one]).join(', ') },
  { title: words.sheetColumns.amount, align: 'end', cell: ({ amount }) => signedAmount(amount) },
  { title: words.sheetColumns.balance, align: 'end', cell: ({ balance }) => signedAmount(balance) },
]
