import { useState, type Key, type ReactNode } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/basics/call.ts'
import type { RequestArguments } from '#app/api/api.ts'
import { LoadFailed, type Failable } from '#app/ui/failure.tsx'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { useListKeys } from '#app/ui/list-keys.ts'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { LoadingList } from '#app/ui/loading-list.tsx'
import { SelectionBar } from '#app/ui/select-box.tsx'
import { useSelection } from '#app/ui/selection.ts'
import { Table, type Column, type TableProps } from '#app/ui/table.tsx'
import { useOpened } from '#app/ui/use-opened.ts'

/** Query of a list in the address: its page, and the search text. */
export function useListQuery(): { page: number; q?: string } {
  const q = useListSearch()
  return { page: usePage(), ...(q !== '' && { q }) }
}

/** Loads the data of a list; earlier data stay until the answer arrives. */
export const useList = <C extends Call>(call: C, ...request: RequestArguments<C>) =>
  useQuery({ ...readOf(call, ...request), placeholderData: keepPreviousData })

/** Words with the same names for each list. */
export type ListWords = {
  /** Also the heading while the rows are read. */
  title?: string
  /** A sentence under the title. */
  lead?: string
  /** Accessible name of the table; without it the title is. */
  caption?: string
  /** Accessible name of the pager. */
  pages?: string
  none: string
  noneMore?: string
  noneFound?: string
  noneFoundMore?: string
  /** Leads from a filtered list without results to the whole one. */
  showAll?: string
}

export type ListScreenProps<Row> = Partial<Pick<TableProps<Row>, 'columns' | 'wide' | 'href' | 'order' | 'groups' | 'longFrom'>> & {
  /** State of the query: see `useList`. */
  list: Failable & { isPlaceholderData: boolean }
  /** The loaded data; undefined until then, as are all properties that depend on them. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** Where the list has pages: the rows of all of them, and the page that was read, from 0, otherwise the one in the address. */
  paging?: { count: number; page?: number } | undefined
  /** Rows of a page. */
  size?: number
  words: ListWords
  title?: string
  lead?: ReactNode
  /** Label of the search, which the list has with it. */
  search?: string | false
  /** Buttons and links in the head. */
  actions?: ReactNode
  /** Name under which the browser keeps the columns that the user hides. */
  hides?: string
  /** Between head and rows: filters and notices. */
  filters?: ReactNode
  /** How many chips stand among the filters that take one away when they are pressed. */
  chosenFilters?: number
  /** The address limits the list. */
  isFiltered?: boolean
  /** The next action for an empty list. */
  start?: ReactNode
  /** Below the rows, where there are some. */
  sums?: ReactNode
  /** After the list. */
  children?: ReactNode
  /** Makes rows selectable, with actions for the selected ones. */
  select?: { nameOf: (row: Row) => string; isSelectable?: (row: Row) => boolean; renderActions: (selected: readonly Row[]) => ReactNode }
  /** The sheet that a row opens beside the list, by its key in the address. `row` is undefined for one that is not on this page. */
  renderSheet?: (opened: { id: string; row: Row | undefined; onClose: () => void }) => ReactNode
}

const NO_COLUMNS: Column<unknown>[] = []

/** A screen with a list: head, search, filters, actions on several rows, table, pages, and its loading and empty states. */
export function ListScreen<Row>({ list, rows, rowKey, columns = NO_COLUMNS, wide, select, hides, ...screen }: ListScreenProps<Row>) {
  const { words, lead = words.lead, paging, size, renderSheet } = screen
  const title = useTitleOfRows(screen.title ?? words.title ?? '', list.isPlaceholderData)
  const page = usePage()
  const chosen = useColumns(hides, columns)
  useListKeys()
  const { openedId, hrefOf, close } = useOpened()
  const heading = useKeptFocus<HTMLHeadingElement>(rows?.length ?? 0, screen.chosenFilters ?? 0)
  const selection = useSelection({
    rows: select && rows,
    rowKey,
    nameOf: select?.nameOf ?? String,
    isSelectable: select?.isSelectable,
  })

  // A title with a number is not known yet.
  if (!rows) return <LoadingList query={list} title={words.title ?? screen.title} wide={wide} columns={chosen.columns} />
  const count = paging?.count ?? rows.length
  const keyOf = (row: Row) => String(rowKey(row))
  return (
    <section className="grid grid-cols-1 gap-3" data-list aria-busy={list.isPlaceholderData || undefined}>
      <ListHead ref={heading} title={title} lead={lead}>
        {screen.search && <ListSearch label={screen.search} />}
        {screen.actions}
        {hides && <ColumnMenu of={chosen} />}
      </ListHead>
      {screen.filters}
      {list.error && <LoadFailed query={list} />}
      {select && <SelectionBar selection={selection}>{select.renderActions(selection.selected)}</SelectionBar>}
      {count === 0 && (screen.isFiltered ? <NoneFound words={words} /> : <None words={words} start={screen.start} />)}
      {count > 0 && (
        <Table
          wide={wide}
          caption={words.caption ?? title}
          columns={chosen.columns}
          rows={rows}
          rowKey={rowKey}
          href={renderSheet ? (row) => hrefOf(keyOf(row)) : screen.href}
          // Without a row that can be selected the table has no room for boxes.
          selection={selection.selectable.length > 0 ? selection : undefined}
          order={screen.order}
          groups={screen.groups}
          longFrom={screen.longFrom}
        />
      )}
      {count > 0 && screen.sums}
      {paging && size && <ListPager page={paging.page ?? page} count={count} size={size} label={words.pages ?? title} />}
      {openedId && renderSheet?.({ id: openedId, row: rows.find((row) => keyOf(row) === openedId), onClose: close })}
      {screen.children}
    </section>
  )
}

/** The title with the rows that it counts: while earlier rows stay, so does theirs. */
function useTitleOfRows(title: string, isPlaceholderData: boolean): string {
  const [shown, setShown] = useState(title)
  if (isPlaceholderData || shown === title) return shown
  setShown(title)
  return title
}

const None = ({ words: { none, noneMore }, start }: { words: ListWords; start: ReactNode }) => (
  <EmptyState title={none} action={start}>
    {noneMore}
  </EmptyState>
)

function NoneFound({ words: { none, noneFound = none, noneFoundMore, showAll } }: { words: ListWords }) {
  const toAll = showAll && (
    <ButtonLink variant="secondary" to="?">
      {showAll}
    </ButtonLink>
  )
  return (
    <EmptyState title={noneFound} action={toAll}>
      {noneFoundMore}
    </EmptyState>
  )
}
