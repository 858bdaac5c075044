import { BatchAction } from '#app/batch-action.tsx'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { SelectionBar } from '#app/ui/select-box.tsx'
import { useSelection } from '#app/ui/selection.ts'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { TableSkeleton } from '#app/ui/table-skeleton.tsx'

const rows = ['Panel', 'Board', 'Cable', 'Remote']
const columns: Column<string>[] = [
  { title: 'Number', cell: (_, index) => index + 1 },
  { title: 'Part', card: 'name', sort: (name) => name, cell: (name) => name },
  { title: 'Pieces', align: 'end', cell: (name) => name.length * 1_000 },
  { title: 'State', card: 'state', cell: () => <Status tone="success">Shipped</Status> },
]

/** Days, columns and selection of a list; a batch whose second row fails. */
export function ListPieces() {
  const chosen = useColumns('components', columns)
  const selection = useSelection({
    rows,
    rowKey: (name) => name,
    nameOf: (name) => name,
    isSelectable: (name) => name !== 'Remote',
  })
  return (
    <>
      <ListHead title="A list with a selection">
        <ColumnMenu of={chosen} />
      </ListHead>
      <div className="list-filters">
        <DateRange label="Days of the list" />
      </div>
      <SelectionBar selection={selection}>
        <BatchAction
          label="Do it with all"
          question="Do it with all of them?"
          rows={selection.selected}
          nameOf={(name) => name}
          send={async (name) => (name === 'Board' ? 'It could not be done.' : undefined)}
          changes={[]}
        />
      </SelectionBar>
      <Table caption="A table with a selection" columns={chosen.columns} rows={rows} rowKey={(name) => name} selection={selection} />
      <TableSkeleton columns={chosen.columns} rows={3} />
    </>
  )
}
