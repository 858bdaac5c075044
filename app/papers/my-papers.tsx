import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paperCalls, PAPERS_PAGE_SIZE } from '#contract/papers.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { myPaperColumns } from '#app/papers/paper-columns.tsx'
import { readOf } from '#app/queries.ts'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Table } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { paperWords as words } from '#app/words/papers.ts'

export const meta = pageMeta(words.mineTitle)

/** The buyer's own invoices and credit notes. */
export default function MyPapers() {
  const list = useQuery({ ...readOf(paperCalls.mine, { query: { page: usePage() } }), placeholderData: keepPreviousData })
  const chosen = useColumns('my-papers', myPaperColumns)
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.mineTitle} lead={words.lead}>
        <ColumnMenu of={chosen} />
      </ListHead>
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <Table wide caption={words.mineTitle} columns={chosen.columns} rows={data.papers} rowKey={({ _id }) => _id} />
      )}
      <ListPager page={data.page} count={data.count} size={PAPERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}
