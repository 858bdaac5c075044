import { formatAmount } from '#contract/basics/figures.ts'
import { useParams } from 'react-router'
import { ledgerAccounts, ledgerCalls, SHEET_PAGE_SIZE, type LedgerAccount, type SheetLine } from '#contract/payments/ledger.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { PeriodFields } from '#app/ledger/period-fields.tsx'
import { usePeriod } from '#app/ledger/use-period.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import type { Column } from '#app/ui/table.tsx'
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
  const list = useList(ledgerCalls.sheet, { params: { account }, query: { from, to, page: usePage() } })
  return (
    <ListScreen
      list={list}
      rows={list.data?.lines}
      paging={list.data}
      rowKey={({ entry, tax }) => `${entry} ${tax}`}
      size={SHEET_PAGE_SIZE}
      words={{ pages: words.pages, none: words.noLines }}
      title={words.sheetTitle(words.accounts[account])}
      lead={list.data && words.openingOf(formatAmount(list.data.opening))}
      actions={
        <ButtonLink variant="secondary" to={`${dashboardPaths.books}?${period.search}`}>
          {words.back}
        </ButtonLink>
      }
      wide
      columns={columns}
      filters={<PeriodFields {...period} />}
    />
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
  { title: words.sheetColumns.amount, align: 'end', cell: ({ amount }) => formatAmount(amount) },
  { title: words.sheetColumns.balance, align: 'end', cell: ({ balance }) => formatAmount(balance) },
]
