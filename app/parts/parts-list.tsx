import { formatCount } from '#contract/basics/figures.ts'
import { useEffect, useState } from 'react'
import { Link, useLoaderData, useLocation, useNavigation, useNavigationType, type LoaderFunctionArgs } from 'react-router'
import { PAGE_SIZE } from '#contract/basics/limits.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { breadcrumb } from '#app/layout/structured-data.ts'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import { listedPart } from '#app/parts/card-data.ts'
import { comparison } from '#app/parts/compared.ts'
import { isGuess } from '#app/parts/is-guess.ts'
import { listAddress } from '#app/parts/list-address.ts'
import { columnLinks, type ColumnLink } from '#app/parts/column-links.ts'
import { activeFilters, NO_FILTERS } from '#app/parts/active-filters.ts'
import { chosenNames, facetGroups } from '#app/parts/facet-links.ts'
import { PartCard } from '#app/parts/part-card.tsx'
import { ASKED_BY_FORM, FILTER_FORM, PartFilter, PartOrder } from '#app/parts/part-filter.tsx'
import { partsListFact } from '#app/parts/parts-facts.ts'
import { priceColumns } from '#app/parts/price-columns.ts'
import { isSearch, listQuery, readListSearch, readListView, type ListSearch } from '#app/parts/read-list-search.ts'
import { ViewLinks } from '#app/parts/view-links.tsx'
import { paths } from '#app/paths.ts'
import { publicData, type PublicData } from '#app/api/public-data.ts'
import { AddToQuote } from '#app/quotes/add-to-quote.tsx'
import { askedPage } from '#app/ui/asked-page.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Pager } from '#app/ui/pager.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { filterWords, searchedWords, partSearchWords } from '#app/words/part-search.ts'
import { partsListWords as words } from '#app/words/parts-list.ts'

/** Over the parts. A page that arrives at once should not flash a message. */
const LOADING_NOTE = 'fixed z-10 inset-[auto_0_1.5rem] flex justify-center pointer-events-none animate-[appear_0.2s_0.2s_backwards]'
const LOADING_BOX = '*:px-5 *:py-3 *:rounded-box *:bg-surface *:text-ink *:[box-shadow:var(--shadow-lift)]'

/** Cards of the first row on a wide screen. */
const FIRST_ROW = 3

/** Maximum number of counted results of a search. */
const MAX_COUNTED = 1_000
/** Number of nearest parts shown if nothing was found. */
const OFFERED = 3

/**
 * Every page of the list has its own canonical address; page 1 and invalid pages have that of the list. Search results
 * have none.
 */
export const meta = pageMeta<typeof loader>(words.title, words.description, (_, { query, page, facts }) => ({
  title: page > 0 ? words.titleOfPage(page + 1) : words.title,
  path: query ? '' : paths.inventoryPage(page),
  facts,
}))

/** Texts for some visitors, and structured data, are computed here, so that browsers do not load their code. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const data = publicData(context)
  const address = new URL(request.url).searchParams
  const search = readListSearch(address)
  const view = readListView(address)
  const query = listQuery(search)
  const { count, isMeant, partsOf } = isSearch(search) ? await searched(data, search) : await wholeList(data)
  const pages = Math.ceil(count / PAGE_SIZE)
  const page = Math.min(askedPage(address), Math.max(pages - 1, 0))
  const found = await partsOf(page)
  const { linkOf, bar } = comparison(search, view, page)
  const calendar = shopCalendar(data.shop.holidays)
  const prices = priceColumns(found)
  const parts = found.map((part, index) => ({
    ...listedPart(part, prices.cells[index]!, calendar), // cells of each part
    compare: linkOf(part._id),
  }))
  const groups = facetGroups(await data.countFacets(filtersOf(search)))
  const filters = activeFilters(search, view, chosenNames(groups, search))
  const counted = isSearch(search) && count === MAX_COUNTED ? searchedWords.manyFound : formatCount(count)
  const isGuessed = !isMeant && isGuess(search.q, found)
  return {
    search,
    query,
    view,
    labels: partSearchWords,
    columns: columnLinks(search, view),
    breaks: { titles: prices.titles, width: prices.width },
    counted,
    pages,
    page,
    parts,
    facts: [partsListFact(data, parts, page * PAGE_SIZE, count), breadcrumb(data, words.title, paths.inventory)],
    facets: { groups, show: filterWords.show(counted) },
    filters: { ...filterWords.labels, all: listAddress(paths.inventory, listQuery({ ...search, ...NO_FILTERS }), view), filters },
    guessed: isGuessed ? searchedWords.guessed(search.q) : undefined,
    missed: (isGuessed || count === 0) && !isFiltered(search) ? search.q : '',
    bar,
    none: count > 0 ? undefined : !isSearch(search) ? noParts : await nothingFound(data, search.q),
  }
}

const noParts = { title: searchedWords.none, nearest: [], actions: [{ to: paths.contact, label: searchedWords.askForAnyPart }] }

async function nothingFound(data: PublicData, q: string) {
  const nearest = q === '' ? [] : await data.nearestParts(q, OFFERED)
  return {
    title: nearest.length > 0 ? searchedWords.nearest : searchedWords.noneFound,
    nearest: nearest.map(({ _id, name, partNumber }) => ({ to: paths.part(_id), name, partNumber })),
    actions: [
      ...(q === '' ? [] : [{ to: paths.askForPart(q), label: searchedWords.askForPart }]),
      { to: paths.inventory, label: searchedWords.clear },
    ],
  }
}

const isFiltered = ({ inStock, minPrice, maxPrice, category, has }: ListSearch) =>
  inStock || minPrice !== '' || maxPrice !== '' || category !== '' || has !== ''

const filtersOf = ({ q, inStock, minPrice, maxPrice, category, has }: ListSearch) => ({
  q,
  inStock,
  category,
  has,
  ...(minPrice && { minPrice: Number(minPrice) }),
  ...(maxPrice && { maxPrice: Number(maxPrice) }),
})

const wholeList = async (data: PublicData) => ({
  count: await data.countParts(),
  isMeant: false,
  partsOf: (page: number) => data.partsPage(page, PAGE_SIZE),
})

async function searched(data: PublicData, search: ListSearch) {
  const find = (page: number) =>
    data.searchParts({ ...filtersOf(search), page, size: PAGE_SIZE, ...(search.sort && { sort: search.sort }) })
  const first = await find(0)
  return { count: first.count, isMeant: first.isMeant, partsOf: async (page: number) => (page === 0 ? first : await find(page)).parts }
}

export default function PartsList() {
  const { search, query, view, labels, columns, breaks, counted, pages, page, parts, facets, filters, guessed, missed, bar, none } =
    useLoaderData<typeof loader>()
  const { location } = useNavigation()
  const turning = location?.pathname === paths.inventory
  const formKey = useFormKey(query)
  const heading = useKeptFocus<HTMLHeadingElement>(filters.filters.length)
  useEffect(() => {
    if (missed) navigator.sendBeacon('/api/missed-searches', new Blob([JSON.stringify({ text: missed })], { type: 'application/json' }))
  }, [missed])
  return (
    <div className="part-screen shell-wide pt-5 pb-12">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 mb-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <div className="flex items-center gap-3 max-sm:flex-[1_1_100%] max-sm:gap-2 max-sm:min-w-0" data-screen-only>
          <PartOrder key={formKey} labels={labels} sort={search.sort} />
          <Button variant="secondary" className="xl:hidden max-sm:px-3" popoverTarget={FILTER_FORM}>
            {labels.filters}
            {filters.filters.length > 0 && <span className="font-medium text-soft figures">{filters.filters.length}</span>}
          </Button>
          <ViewLinks view={view} query={query} page={page} labels={labels} />
        </div>
      </div>
      <PartFilter key={formKey} {...search} {...facets} view={view} labels={labels} />
      <div className="min-w-0">
        {filters.filters.length > 0 && <Filters {...filters} />}
        {guessed && (
          <p role="status" className="mb-4 px-3.5 py-2 border-s-3 border-s-warning bg-warning-tint wrap-anywhere">
            {guessed}
          </p>
        )}
        {(turning || (none && !query)) && (
          <div className={turning ? `${LOADING_NOTE} ${LOADING_BOX}` : undefined}>
            <Spinner text={words.loading} />
          </div>
        )}
        {none && <NothingFound {...none} />}
        {parts.length > 0 && (
          <div
            className="part-list aria-busy:opacity-45 aria-busy:[transition:opacity_0.2s_0.15s]"
            data-view={view}
            data-breaks={breaks.titles.length > 0 ? 'shared' : undefined}
            aria-busy={turning || undefined}
          >
            <Columns labels={labels} columns={columns} breaks={breaks} />
            <ul>
              {parts.map((part, index) => (
                <li key={part.id}>
                  <PartCard part={part} heading="h2" inView={index < FIRST_ROW}>
                    {part.orderable && <AddToQuote partsId={part.id} name={part.name} minimum={part.least} />}
                  </PartCard>
                </li>
              ))}
            </ul>
            <p className="mt-6 mb-4 text-center text-soft figures">{words.showing(parts.length, counted, page + 1)}</p>
          </div>
        )}
        {bar && (
          <div className="sticky bottom-2 z-1 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 border border-line rounded-box bg-surface">
            {bar.open ? <ButtonLink to={bar.open}>{bar.label}</ButtonLink> : <span>{bar.label}</span>}
            {bar.full && <span role="status">{bar.full}</span>}
            <Link to={bar.toClear} preventScrollReset className="link">
              {bar.clear}
            </Link>
          </div>
        )}
        <Pager page={page} pages={pages} href={(index) => listAddress(paths.inventory, query, view, index)} label={words.pages} />
      </div>
    </div>
  )
}

type ColumnsProps = { labels: typeof partSearchWords; columns: ColumnLink[]; breaks: { titles: string[]; width: number } }

/** Headings of the table view. The parts below them are a list, so the headings are a separate table. */
function Columns({ labels, columns, breaks }: ColumnsProps) {
  return (
    <div role="table" aria-label={labels.columnsLabel} className="hidden as-table:@min-[52rem]:block">
      <div role="row" className="part-columns grid px-[calc(0.75rem+1px)] pb-1 text-sm/5 font-semibold text-soft">
        {columns.map(({ area, title, to, sorted }) => (
          <span key={title} role="columnheader" aria-sort={sorted} data-area={area} data-align={area === 'names' ? undefined : 'end'}>
            {to ? (
              <Link to={to} preventScrollReset className="sort-button">
                {title}
              </Link>
            ) : (
              title
            )}
          </span>
        ))}
        <span role="presentation" className="part-breaks">
          {Array.from({ length: breaks.width }, (_, column) => (
            <span key={column} role="columnheader" className="part-break">
              <span>{breaks.titles[column] ?? (column === 0 && labels.priceBreaks)}</span>
            </span>
          ))}
          <span data-follows="two" />
          <span data-follows="four" />
        </span>
      </div>
    </div>
  )
}

/**
 * Key of the filter form. It changes with the search, so that the fields show it, except where the form itself requested it: focus
 * and later input are kept.
 */
function useFormKey(query: string): number {
  const { state } = useLocation()
  const isTyped = useNavigationType() !== 'POP' && state === ASKED_BY_FORM
  const [shown, setShown] = useState({ query, key: 0 })
  if (shown.query !== query) setShown({ query, key: isTyped ? shown.key : shown.key + 1 })
  return shown.key
}

type FiltersProps = {
  active: string
  remove: string
  clear: string
  /** Address without any filter. */
  all: string
  filters: { label: string; to: string }[]
}

/** The active filters; a press removes one. */
function Filters({ active, remove, clear, all, filters }: FiltersProps) {
  return (
    <ul className="chips" aria-label={active}>
      {filters.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="chip">
            <span className="sr-only">{remove}</span>
            {label}
            <CloseIcon />
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link to={all} className="link">
            {clear}
          </Link>
        </li>
      )}
    </ul>
  )
}

type NothingFoundProps = {
  title: string
  nearest: { to: string; name: string; partNumber: string }[]
  actions: { to: string; label: string }[]
}

function NothingFound({ title, nearest, actions }: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          {actions.map(({ to, label }) => (
            <ButtonLink key={to} to={to} variant="secondary">
              {label}
            </ButtonLink>
          ))}
        </div>
      }
    >
      {nearest.length > 0 && (
        <ul>
          {nearest.map(({ to, name, partNumber }) => (
            <li key={to}>
              <Link to={to} className="link">
                {name}
              </Link>{' '}
              <span className="figures">{partNumber}</span>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}
