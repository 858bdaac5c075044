import { useMemo } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { categoryCalls } from '#contract/parts/categories.ts'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { importCalls } from '#contract/parts/imports.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import { deskShows, partDeskCalls, type DeskFilter, type ManagedParts } from '#contract/parts/part-desk.ts'
import { partMediaCalls } from '#contract/parts/part-media.ts'
import { priceChangeCalls } from '#contract/parts/price-changes.ts'
import { partCalls, type ListedPart, type Part } from '#contract/parts/parts.ts'
import { stockFileCalls } from '#contract/parts/stock-files.ts'
import { stockStateNames, stockStates, type StockState } from '#contract/parts/stock-states.ts'
import { stockSheetCalls } from '#contract/parts/stock-sheets.ts'
import { useMay, type NamedCall } from '#app/identity/may.tsx'
import { PartFiles } from '#app/imports/part-files.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { AwaitedDelivery } from '#app/parts/awaited-delivery.tsx'
import { ChangeFound } from '#app/parts/change-found.tsx'
import { ChangePrices } from '#app/parts/change-prices.tsx'
import { useManagedParts } from '#app/parts/managed-parts.ts'
import { facetGroups, type FacetGroup } from '#app/parts/facet-links.ts'
import { readListSearch } from '#app/parts/read-list-search.ts'
import { ChosenFilters, DeskFilters } from '#app/parts/desk-filters.tsx'
import { EditPrice } from '#app/parts/edit-price.tsx'
import { EditStock } from '#app/parts/edit-stock.tsx'
import { RemovePart, RemoveParts } from '#app/parts/remove-part.tsx'
import { Restock } from '#app/parts/restock.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { withChoices } from '#app/ui/list-choices.ts'
import { usePage } from '#app/ui/list-pager.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { useListSearch } from '#app/ui/list-search.tsx'
import { MoreMenu } from '#app/ui/more-menu.tsx'
import { ThumbnailName } from '#app/parts/thumbnail-name.tsx'
import type { Column } from '#app/ui/table.tsx'
import { documentFileWords } from '#app/words/document-files.ts'
import { importWords } from '#app/words/imports.ts'
import { manageStockWords as words } from '#app/words/manage-stock.ts'
import { offerWords } from '#app/words/offer.ts'
import { partSections } from '#app/parts/part-sections.ts'
import { partDeskWords } from '#app/words/part-desk.ts'
import { partKindWords } from '#app/words/part-kinds.ts'
import { stockFileWords } from '#app/words/stock-files.ts'
import { stockSheetWords } from '#app/words/stock-sheet.ts'
import { priceChangeWords } from '#app/words/price-changes.ts'

export const meta = pageMeta(words.title)

/** Where screens are now that had a name in the query of this one. Links to them are kept, in bookmarks and mails. */
const moved: Record<string, (id: string) => string> = {
  open: paths.managedPart,
  removed: () => dashboardPaths.removedParts,
  prices: () => dashboardPaths.priceChanges,
  import: (id) => (id === '' ? dashboardPaths.imports : dashboardPaths.importOne(id)),
  sheet: () => dashboardPaths.stockSheet,
  kinds: () => dashboardPaths.categories,
  moves: () => dashboardPaths.stockMoves,
  documents: () => dashboardPaths.partDocuments,
}

/** Specification section 2, "Manege Product". */
export default function ManageStock() {
  const [search] = useSearchParams()
  const name = Object.keys(moved).find((key) => search.has(key))
  if (name === undefined) return <Parts />
  const { [name]: id = '', ...query } = Object.fromEntries(search)
  return <Navigate to={{ pathname: moved[name]!(id), search: `${new URLSearchParams(query)}` }} replace />
}

function Parts() {
  const page = usePage()
  const { filter, order } = useDeskFilter()
  const { list, shown } = useManagedParts({ page, filter, sort: order.by })
  const facets = useFacets(filter)
  const may = useMay()
  const earlier = shown?.page === undefined ? 0 : page * ORDERS_PAGE_SIZE
  const columns = useMemo(() => columnsFor(may, earlier), [may, earlier])

  return (
    <ListScreen
      list={list}
      // The elements above the list are rendered with it, so that the layout does not shift.
      rows={facets && shown?.parts}
      paging={shown?.page === undefined ? undefined : { count: shown.count, page: shown.page }}
      rowKey={({ _id }) => _id}
      href={({ _id }) => paths.managedPart(_id)}
      order={order}
      size={ORDERS_PAGE_SIZE}
      longFrom={ORDERS_PAGE_SIZE}
      words={words}
      search={words.searchLabel}
      chosenFilters={facets?.groups.reduce((sum, { chosen }) => sum + chosen, 0) ?? 0}
      isFiltered={Object.keys(filter).length > 0}
      actions={<Tools filter={filter} groups={facets?.groups ?? []} />}
      hides="parts"
      wide
      columns={columns}
      filters={
        <div className="list-filters">
          {shown && facets && <Shown of={shown} noWeight={facets.noWeight} />}
          {facets && <ChosenFilters groups={facets.groups} />}
        </div>
      }
      start={<ButtonLink to={paths.addParts}>{words.addParts}</ButtonLink>}
      select={{
        nameOf: ({ name }) => name,
        renderActions: (selected) => (
          <>
            {may(priceChangeCalls.make) && <ChangePrices parts={selected} />}
            {selected.length === 0 && <ChangeFound filter={filter} count={shown?.count ?? 0} />}
            {may(partCalls.remove) && <RemoveParts parts={selected} />}
          </>
        ),
      }}
    />
  )
}

/** One primary button, and a menu with what is rarer, by the user's rights. */
function Tools({ filter, groups }: { filter: DeskFilter; groups: FacetGroup[] }) {
  const may = useMay()
  const screens: [call: NamedCall, path: string, label: string][] = [
    [stockSheetCalls.book, dashboardPaths.stockSheet, stockSheetWords.open],
    [stockFileCalls.all, dashboardPaths.stockMoves, stockFileWords.open],
    [priceChangeCalls.all, dashboardPaths.priceChanges, priceChangeWords.list],
    [importCalls.all, dashboardPaths.imports, importWords.open],
    [categoryCalls.addCategory, dashboardPaths.categories, partKindWords.open],
    [partMediaCalls.beginDocument, dashboardPaths.partDocuments, documentFileWords.open],
    [partDeskCalls.removed, dashboardPaths.removedParts, partDeskWords.showRemoved],
  ]
  return (
    <>
      {groups.length > 0 && <DeskFilters groups={groups} />}
      {may(partCalls.add) && <ButtonLink to={paths.addParts}>{words.addParts}</ButtonLink>}
      <MoreMenu label={words.more}>
        {screens.map(
          ([call, path, label]) =>
            may(call) && (
              <ButtonLink key={path} to={path} variant="ghost">
                {label}
              </ButtonLink>
            ),
        )}
        {may(importCalls.file) && <PartFiles filter={filter} />}
      </MoreMenu>
    </>
  )
}

/** Filters and order of the list in the address. */
function useDeskFilter() {
  const [search, setSearch] = useSearchParams()
  const q = useListSearch()
  const show = useChoice('show', deskShows)
  const { category, has } = readListSearch(search)
  const filter: DeskFilter = { ...(q !== '' && { q }), ...(show && { show }), ...(category && { category }), ...(has && { has }) }
  const onSort = (sort: string) => setSearch(withChoices(search, { sort }))
  return { filter, order: { by: search.get('sort') ?? undefined, onSort } }
}

/** `noWeight`: how many parts have no weight, where freight needs one. */
const Shown = ({ of, noWeight }: { of: Pick<ManagedParts, 'all' | StockState>; noWeight: number | undefined }) => (
  <FilterChips
    label={words.filter}
    name="show"
    chips={[
      { value: '', label: words.allParts, count: of.all },
      ...stockStateNames.map((state) => ({ value: state, label: words.stockStates[state], count: of[state] })),
      ...(noWeight === undefined ? [] : [{ value: 'noWeight', label: words.noWeight, count: noWeight }]),
    ]}
  />
)

/** Categories and values, counted among the parts of the text and of the chip; none if they cannot be loaded, undefined during loading. */
function useFacets(filter: DeskFilter): { groups: FacetGroup[]; noWeight?: number | undefined } | undefined {
  const { data, isLoading } = useList(partDeskCalls.facets, { query: filter })
  if (isLoading) return undefined
  return data ? { groups: facetGroups(data), noWeight: data.noWeight } : { groups: [] }
}

/** Under the stock of a part: the worst that is to be said of it. */
function StateOfStock({ part }: { part: ListedPart }) {
  const state = stockStateNames.find((one) => stockStates[one](part))
  if (!state) return null
  return (
    <span className={`block text-xs whitespace-nowrap ${state === 'low' ? 'text-warning' : 'text-danger'}`}>
      {words.stockStates[state]}
    </span>
  )
}

/** @param earlier parts on the pages before this one. */
const columnsFor = (may: ReturnType<typeof useMay>, earlier: number): Column<ListedPart>[] => [
  { title: words.columns.number, card: 'plain', cell: (_, index) => earlier + index + 1 },
  { title: words.columns.partName, card: 'name', sortsBy: 'name', cell: (part) => <ThumbnailName {...part} /> },
  {
    title: words.columns.stock,
    align: 'end',
    sortsBy: 'available',
    cell: (part) => (
      <>
        {may(orderCalls.changeStock) ? <EditStock part={part} /> : <span>{formatCount(part.available)}</span>}
        <StateOfStock part={part} />
        <AwaitedDelivery part={part} />
      </>
    ),
  },
  ...(may(orderCalls.changeStock) ? [{ title: words.columns.update, form: true, cell: (part: Part) => <Restock part={part} /> }] : []),
  {
    title: words.partNumberColumn,
    card: 'line',
    sortsBy: 'partNumber',
    cell: ({ partNumber }) => <span className="whitespace-nowrap">{partNumber}</span>,
  },
  {
    title: words.priceColumn,
    align: 'end',
    sortsBy: 'price',
    cell: (part) => (
      <span className="inline-flex items-center justify-end gap-2">
        {part.priceBreaks.length > 0 && (
          <span className="text-soft not-print:@min-[56rem]:@max-[68rem]:hidden">{offerWords.steps(part.priceBreaks.length)}</span>
        )}
        {may(partCalls.changeOffer) ? <EditPrice part={part} /> : <span>{formatUnitPrice(part.price)}</span>}
      </span>
    ),
  },
  { title: words.more, card: 'action', screenOnly: true, cell: (part) => <RowMenu part={part} may={may} /> },
  ...(may(partCalls.remove)
    ? [{ title: words.deleteColumn, card: 'action' as const, cell: (part: Part) => <RemovePart part={part} /> }]
    : []),
]

/** The sections of the part's own page, and the part as buyers see it. */
const RowMenu = ({ part: { _id: id, name }, may }: { part: Part; may: ReturnType<typeof useMay> }) => (
  <MoreMenu label={words.moreOf(name)} isOfRow>
    {partSections(may, true).map((section) => (
      <ButtonLink key={section} to={`${paths.managedPart(id)}#${section}`} variant="ghost">
        {partDeskWords.sections[section]}
      </ButtonLink>
    ))}
    <ButtonLink to={paths.part(id)} variant="ghost">
      {partDeskWords.inShop}
    </ButtonLink>
  </MoreMenu>
)
