import { formatAmount } from '#contract/basics/figures.ts'
import { bookFormats, ledgerCalls, type AccountBalance } from '#contract/payments/ledger.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { BookSettings } from '#app/ledger/book-settings.tsx'
import { PeriodFields } from '#app/ledger/period-fields.tsx'
import { usePeriod } from '#app/ledger/use-period.ts'
import { SaveFiles } from '#app/ui/save-files.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import type { Column } from '#app/ui/table.tsx'
import { booksWords as words } from '#app/words/books.ts'
import { payoutWords } from '#app/words/payouts.ts'

export const meta = pageMeta(words.title)

/** The trial balance of some months, and the files of the last of them. */
export default function Books() {
  const period = usePeriod()
  const { from, to } = period
  const list = useList(ledgerCalls.trialBalance, { query: { from, to } })
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.accounts}
      rowKey={({ account }) => account}
      href={({ account }) => `${dashboardPaths.bookAccount(account)}?${period.search}`}
      words={{ caption: words.trialBalance, none: words.noneInPeriod, noneMore: words.noneMore }}
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ButtonLink variant="secondary" to={`${dashboardPaths.payouts}?${period.search}`}>
            {payoutWords.toPayouts}
          </ButtonLink>
          <BookFiles month={to} />
          <Allowed call={ledgerCalls.saveSettings}>
            <BookSettings />
          </Allowed>
        </>
      }
      columns={columns}
      filters={<PeriodFields {...period} />}
      sums={
        data && (
          <p role="status" className="text-soft">
            {data.difference === 0 ? words.balanced : words.unbalanced(formatAmount(data.difference))}
          </p>
        )
      }
    />
  )
}

const columns: Column<AccountBalance>[] = [
  { title: words.columns.number, cell: ({ number }) => number },
  { title: words.columns.account, card: 'name', fills: true, cell: ({ account }) => words.accounts[account] },
  { title: words.columns.opening, align: 'end', cell: ({ opening }) => formatAmount(opening) },
  { title: words.columns.debit, align: 'end', cell: ({ debit }) => formatAmount(debit) },
  { title: words.columns.credit, align: 'end', cell: ({ credit }) => formatAmount(credit) },
  { title: words.columns.closing, align: 'end', cell: ({ closing }) => formatAmount(closing) },
]

/** Saves the entries of a month. */
const BookFiles = ({ month }: { month: string }) => (
  <SaveFiles
    aria-label={words.files(month)}
    className="flex flex-wrap gap-2"
    formats={bookFormats}
    texts={words.formats}
    labelOf={(format) => words.saveAs(format, month)}
    fileOf={(format) => ({
      path: `${ledgerCalls.file.path}?${new URLSearchParams({ format, month })}`,
      name: words.fileName(format, month),
    })}
  />
)
