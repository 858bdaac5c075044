import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatCount } from '#contract/figures.ts'
import { paperKinds } from '#contract/invoices.ts'
import { paperCalls, PAPERS_PAGE_SIZE, type AllPapers } from '#contract/papers.ts'
import { shopSettingsCalls } from '#contract/shop-settings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paperColumns } from '#app/papers/paper-columns.tsx'
import { ZipPapers } from '#app/papers/save-papers.tsx'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { DateRange, useDays } from '#app/ui/date-range.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectionBar } from '#app/ui/select-box.tsx'
import { useSelection } from '#app/ui/selection.ts'
import { Table } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { paperWords as words } from '#app/words/papers.ts'

export const meta = pageMeta(words.title)

/** Invoices and credit notes of all buyers, for who keeps the books. */
export default function AllPapersScreen() {
  const filter = usePaperFilter()
  const list = useQuery({
    ...readOf(paperCalls.all, { query: { page: usePage(), ...filter } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useColumns('papers', paperColumns)
  const { data, error, isPlaceholderData } = list
  const selection = useSelection({ rows: data?.papers, rowKey: ({ _id }) => _id, nameOf: ({ number }) => number })

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.title} lead={words.lead}>
        <ListSearch label={words.searchLabel} />
        {data.count > 0 && <ZipPapers filter={filter} label={words.zipFound} />}
        <ColumnMenu of={chosen} />
      </ListHead>
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
      {data.waiting > 0 && <WaitingBills papers={data} />}
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <NoPapers isFiltered={Object.keys(filter).length > 0} />
      ) : (
        <>
          <SelectionBar selection={selection}>
            {selection.selected.length > 0 && (
              <ZipPapers filter={{ ids: selection.selected.map(({ _id }) => _id).join() }} label={words.zipSelected} />
            )}
          </SelectionBar>
          <Table wide caption={words.title} columns={chosen.columns} rows={data.papers} rowKey={({ _id }) => _id} selection={selection} />
        </>
      )}
      <ListPager page={data.page} count={data.count} size={PAPERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

/** What the address limits the list to. */
function usePaperFilter() {
  const q = useListSearch()
  const [search] = useSearchParams()
  const kind = paperKinds.find((one) => one === search.get('kind'))
  return { ...useDays(), ...(q !== '' && { q }), ...(kind && { kind }) }
}

function WaitingBills({ papers: { waiting, missing } }: { papers: AllPapers }) {
  return (
    <Notice
      tone="warning"
      action={
        <Allowed call={shopSettingsCalls.save}>
          <ButtonLink variant="secondary" to={dashboardPaths.shopSettings} data-screen-only>
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

function NoPapers({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState title={words.none}>{words.noneMore}</EmptyState>
  return (
    <EmptyState
      title={words.noneFound}
      action={
        <ButtonLink variant="secondary" to="?">
          {words.showAll}
        </ButtonLink>
      }
    />
  )
}
