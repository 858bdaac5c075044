import { Link } from 'react-router'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { paperKinds } from '#contract/payments/invoices.ts'
import { paperCalls, PAPERS_PAGE_SIZE, type AllPapers, type Paper } from '#contract/payments/papers.ts'
import { shopSettingsCalls } from '#contract/shop/shop-settings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { paperColumns } from '#app/invoices/paper-columns.tsx'
import { MailPaper } from '#app/invoices/mail-paper.tsx'
import { SavePaper, ZipPapers } from '#app/invoices/save-papers.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DateRange, useDays } from '#app/ui/date-range.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { PlainDay } from '#app/ui/time.tsx'
import { paperWords as words } from '#app/words/papers.ts'

export const meta = pageMeta(words.title)

/** Invoices and credit notes of all buyers, for bookkeepers. */
export default function AllPapersScreen() {
  const kind = useChoice('kind', paperKinds)
  const { page, ...text } = useListQuery()
  const filter = { ...useDays(), ...text, ...(kind && { kind }) }
  const list = useList(paperCalls.all, { query: { page, ...filter } })
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.papers}
      paging={data}
      rowKey={({ _id }) => _id}
      size={PAPERS_PAGE_SIZE}
      words={words}
      search={words.searchLabel}
      isFiltered={Object.keys(filter).length > 0}
      actions={data && data.count > 0 && <ZipPapers filter={filter} label={words.zipFound} />}
      hides="papers"
      wide
      columns={paperColumns}
      filters={
        <>
          <div className="list-filters">
            <FilterChips
              label={words.filter}
              name="kind"
              chips={[
                { value: '', label: words.allKinds, count: data && data.kinds.invoice + data.kinds.credit_note },
                ...paperKinds.map((value) => ({ value, label: words.chips[value], count: data?.kinds[value] })),
              ]}
            />
            <DateRange label={words.days} />
          </div>
          {data && data.waiting > 0 && <WaitingBills papers={data} />}
        </>
      }
      select={{
        nameOf: ({ number }) => number,
        renderActions: (selected) =>
          selected.length > 0 && <ZipPapers filter={{ ids: selected.map(({ _id }) => _id).join() }} label={words.zipSelected} />,
      }}
      renderSheet={({ row, onClose }) => <PaperSheet paper={row} onClose={onClose} />}
    />
  )
}

/** A paper never changes; one of another page is found by its number. */
function PaperSheet({ paper, onClose }: { paper: Paper | undefined; onClose: () => void }) {
  return (
    <SideSheet title={paper?.number ?? words.title} onClose={onClose}>
      {paper ? <PaperFacts paper={paper} /> : <Notice tone="warning">{words.notListed}</Notice>}
    </SideSheet>
  )
}

function PaperFacts({ paper }: { paper: Paper }) {
  const { kind, credits, issuedOn, buyer, orderNumbers, net, tax, total } = paper
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SavePaper paper={paper} />
        <MailPaper paper={paper} />
      </div>
      <Facts>
        <Fact title={words.columns.kind}>{credits === null ? words.kinds[kind] : `${words.kinds[kind]} ${words.credits(credits)}`}</Fact>
        <Fact title={words.columns.date}>
          <PlainDay value={issuedOn} />
        </Fact>
        <Fact title={words.columns.buyer}>{buyer}</Fact>
        <Fact title={words.columns.orders}>
          <span className="flex flex-wrap justify-end gap-x-3">
            {orderNumbers.map((order) => (
              <Link key={order} to={`${paths.allOrder}?q=${order}`} className="link">
                {order}
              </Link>
            ))}
          </span>
        </Fact>
        <Fact title={words.columns.net}>{formatAmount(net)}</Fact>
        <Fact title={words.columns.tax}>{formatAmount(tax)}</Fact>
        <Fact title={words.columns.gross}>{formatAmount(total)}</Fact>
      </Facts>
    </>
  )
}

function WaitingBills({ papers: { waiting, missing } }: { papers: AllPapers }) {
  return (
    <Notice
      tone="warning"
      action={
        <Allowed call={shopSettingsCalls.save}>
          <ButtonLink variant="secondary" to={dashboardPaths.companySettings} data-screen-only>
            {words.toSettings}
          </ButtonLink>
        </Allowed>
      }
    >
      {words.waiting(waiting, formatCount(waiting))}
      {words.missing(missing)}
    </Notice>
  )
}
