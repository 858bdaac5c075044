import type { LowStock as LowPart, OpenWork } from '#contract/shop/reports.ts'
import { STOCK_DAYS } from '#contract/shop/reports.ts'
import { paths } from '#app/paths.ts'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { overviewWords as words } from '#app/words/overview.ts'

/** Parts that do not last until more can be made. */
export function LowStock({ lowStock: { count, parts } }: { lowStock: OpenWork['lowStock'] }) {
  if (count === 0) return null
  return (
    <section id="low-stock" className="grid grid-cols-1 gap-2 scroll-mt-20">
      <div className="list-head">
        <h3 className="text-lg">{words.lowStock}</h3>
        <p className="list-lead">
          {count > parts.length ? `${words.lowStockLead} ${words.moreLow(count - parts.length)}` : words.lowStockLead}
        </p>
      </div>
      <Table
        caption={words.lowStock}
        columns={columns}
        rows={parts}
        rowKey={({ partsId }) => partsId}
        href={({ partsId }) => paths.part(partsId)}
      />
    </section>
  )
}

const columns: Column<LowPart>[] = [
  { title: words.columns.part, card: 'name', cell: ({ name }) => name },
  { title: words.columns.partNumber, cell: ({ partNumber }) => partNumber },
  { title: words.columns.available, align: 'end', cell: ({ available }) => words.count(available) },
  { title: words.columns.sold, align: 'end', cell: ({ soldPieces }) => words.count(soldPieces) },
  { title: words.columns.lasts, card: 'state', cell: (part) => <Lasts part={part} /> },
]

function Lasts({ part: { available, soldPieces, minimumOrder } }: { part: LowPart }) {
  if (available === 0) return <Status tone="danger">{words.soldOut}</Status>
  if (available < minimumOrder) return <Status tone="danger">{words.tooFew}</Status>
  return <Status tone="warning">{words.days((available / soldPieces) * STOCK_DAYS)}</Status>
}
