import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { partDeskCalls, type AllStockMoves } from '#contract/parts/part-desk.ts'
import { stockFileCalls } from '#contract/parts/stock-files.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { stockMoveColumns } from '#app/parts/part-stock.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { SaveFile } from '#app/ui/save-files.tsx'
import type { Column } from '#app/ui/table.tsx'
import { stockFileWords as words } from '#app/words/stock-files.ts'

export const meta = pageMeta(words.title)

type Row = AllStockMoves['moves'][number]

/** The moves of the stock of all parts on the days that are chosen. */
export default function StockMoves() {
  const times = useDateRange()
  const list = useList(partDeskCalls.moves, { query: { page: usePage(), ...times } })
  const path = `${stockFileCalls.all.path}?${new URLSearchParams(times)}`
  return (
    <ListScreen
      list={list}
      rows={list.data?.moves}
      paging={list.data}
      rowKey={({ position }) => position}
      href={({ part }) => paths.managedPart(part._id)}
      size={ORDERS_PAGE_SIZE}
      words={words}
      isFiltered={Object.keys(times).length > 0}
      hides="stock-moves"
      wide
      actions={
        <>
          <SaveFile file={{ path, name: words.fileName }}>{words.save}</SaveFile>
          <ButtonLink to={paths.manageProduct} variant="secondary">
            {words.toParts}
          </ButtonLink>
        </>
      }
      filters={
        <div className="list-filters" data-screen-only>
          <DateRange label={words.days} />
        </div>
      }
      columns={columns}
    />
  )
}

const [at, ...figures] = stockMoveColumns
const columns: Column<Row>[] = [
  { ...at!, card: 'plain' }, // there are columns
  { title: words.part, card: 'name', fills: true, cell: ({ part }) => part.name },
  { title: words.partNumber, cell: ({ part }) => <span className="whitespace-nowrap">{part.partNumber}</span> },
  ...figures.map(({ card: _card, ...column }): Column<Row> => column),
]
