import { formatCount } from '#contract/basics/figures.ts'
import { paperKinds } from '#contract/payments/invoices.ts'
import { paperCalls, PAPERS_PAGE_SIZE, type AllPapers } from '#contract/payments/papers.ts'
import { shopSettingsCalls } from '#contract/shop/shop-settings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paperColumns } from '#app/invoices/paper-columns.tsx'
import { ZipPapers } from '#app/invoices/save-papers.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DateRange, useDays } from '#app/ui/date-range.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { Notice } from '#app/ui/notice.tsx'
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
                { value: '', label: words.allKinds, count: undefined },
                ...paperKinds.map((value) => ({ value, label: words.chips[value], count: undefined })),
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
    />
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
