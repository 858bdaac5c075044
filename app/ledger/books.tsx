import { formatAmount } from '#contract/figures.ts'
import { bookFormats, ledgerCalls, type AccountBalance, type BookFormat } from '#contract/ledger.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { fetchFile } from '#app/fetch-file.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { BookSettings } from '#app/ledger/book-settings.tsx'
import { PeriodFields } from '#app/ledger/period-fields.tsx'
import { signedAmount } from '#app/ledger/signed-amount.ts'
import { usePeriod } from '#app/ledger/use-period.ts'
import { offerToSave } from '#app/offer-to-save.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import type { Column } from '#app/ui/table.tsx'
import { useDownload } from '#app/use-download.ts'
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
  { title: words.columns.opening, align: 'end', cell: ({ opening }) => signedAmount(opening) },
  { title: words.columns.debit, align: 'end', cell: ({ debit }) => formatAmount(debit) },
  { title: words.columns.credit, align: 'end', cell: ({ credit }) => formatAmount(credit) },
  { title: words.columns.closing, align: 'end', cell: ({ closing }) => signedAmount(closing) },
]

/** Saves the entries of a month. */
function BookFiles({ month }: { month: string }) {
  const { busy, download } = useDownload(async (format: BookFormat) => {
    const query = new URLSearchParams({ format, month })
    offerToSave(await fetchFile({ path: `${ledgerCalls.file.path}?${query}` }), words.fileName(format, month))
  })
  return (
    <div role="group" aria-label={words.files(month)} className="flex flex-wrap gap-2">
      {bookFormats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={words.saveAs(format, month)}
          onClick={() => download(format)}
        >
          {words.formats[format]}
        </Button>
      ))}
    </div>
  )
}
