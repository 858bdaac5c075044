import { BatchAction } from '#app/ui/batch-action.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import { StateList } from '#app/ui/state-list.tsx'
import { Status } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { TableSkeleton } from '#app/ui/table-skeleton.tsx'

const rows = ['Panel', 'Board', 'Cable', 'Remote']
const columns: Column<string>[] = [
  { title: 'Number', cell: (_, index) => index + 1 },
  { title: 'Part', card: 'name', sort: (name) => name, cell: (name) => name },
  { title: 'Pieces', align: 'end', cell: (name) => name.length * 1_000 },
  { title: 'State', card: 'state', cell: () => <Status tone="success">Shipped</Status> },
]

/** Data that were loaded before a failure. */
const list = { error: new Error('Out of reach'), isFetching: false, isPlaceholderData: false, refetch: () => undefined }

/** Days, columns and selection of a list whose next page could not be read; a batch whose second row fails; a list by states. */
export function ListPieces() {
  return (
    <>
      <ListScreen
        list={list}
        rows={rows}
        rowKey={(name) => name}
        paging={{ count: 9 }}
        size={4}
        words={{ caption: 'A table with a selection', pages: 'Pages of the list', none: 'No rows' }}
        title="A list with a selection"
        hides="components"
        columns={columns}
        groups={{ of: (name) => (name.length === 5 ? 'five' : undefined), renderHead: (together) => `Together: ${together.length}` }}
        filters={
          <div className="list-filters">
            <DateRange label="Days of the list" />
          </div>
        }
        select={{
          nameOf: (name) => name,
          isSelectable: (name) => name !== 'Remote',
          renderActions: (selected) => (
            <BatchAction
              label="Do it with all"
              question="Do it with all of them?"
              rows={selected}
              nameOf={(name) => name}
              send={async (name) => (name === 'Board' ? 'It could not be done.' : undefined)}
              changes={[]}
            />
          ),
        }}
      />
      <StateList
        list={{ ...list, error: null, data: { count: 0, page: 0, states: { asked: 2, received: 1, closed: 0 } } }}
        rows={[]}
        rowKey={(name) => name}
        query={{ state: 'closed' }}
        choices={['asked,received', 'asked', 'received', 'closed']}
        labels={{ 'asked,received': 'To do', asked: 'Asked', received: 'Received', closed: 'Closed' }}
        words={{ filter: 'State of the rows', all: 'All', searchLabel: 'Text in the rows', none: 'No rows', noneFound: 'No row is closed' }}
        title="A list by states"
        columns={columns}
      />
      <TableSkeleton columns={columns} rows={3} />
    </>
  )
}
