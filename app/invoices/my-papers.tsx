import { paperCalls, PAPERS_PAGE_SIZE } from '#contract/payments/papers.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { myPaperColumns } from '#app/invoices/paper-columns.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { paperWords as words } from '#app/words/papers.ts'

export const meta = pageMeta(words.mineTitle)

/** The buyer's own invoices and credit notes. */
export default function MyPapers() {
  const list = useList(paperCalls.mine, { query: { page: usePage() } })
  return (
    <ListScreen
      list={list}
      rows={list.data?.papers}
      paging={list.data}
      rowKey={({ _id }) => _id}
      size={PAPERS_PAGE_SIZE}
      words={words}
      title={words.mineTitle}
      hides="my-papers"
      wide
      columns={myPaperColumns}
    />
  )
}
