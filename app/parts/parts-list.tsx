import { Link, useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { MINIMUM_ORDER, PAGE_SIZE } from '#contract/limits.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { breadcrumb } from '#app/layout/structured-data.ts'
import { partCardData } from '#app/parts/card-data.ts'
import { PartCard } from '#app/parts/part-card.tsx'
import { PartSearch } from '#app/parts/part-search.tsx'
import { partsListFact } from '#app/parts/parts-facts.ts'
import { listQuery, readListSearch, type ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { publicData, type PublicData } from '#app/public-data.ts'
import { askedPage } from '#app/ui/asked-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { searchedWords, partSearchWords } from '#app/words/part-search.ts'
import { partsListWords as words } from '#app/words/parts-list.ts'

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
  const query = listQuery(search)
  const { count, partsOf } = query === '' ? await wholeList(data) : await searched(data, search)
  const pages = Math.ceil(count / PAGE_SIZE)
  const page = Math.min(askedPage(address), Math.max(pages - 1, 0))
  const found = await partsOf(page)
  const parts = found.map((part) => ({ ...partCardData(part), orderable: part.available >= MINIMUM_ORDER }))
  const products = parts.map((part, at) => ({ ...part, partNumber: found[at]!.partNumber })) // one for each
  return {
    search: { ...search, labels: partSearchWords },
    query,
    /** Address of every page but the first, without its index. */
    further: `${paths.inventory}?${query}${query && '&'}page=`,
    counted: query !== '' && count === MAX_COUNTED ? searchedWords.manyFound : String(count),
    pages,
    page,
    parts,
    facts: [partsListFact(data, products, page * PAGE_SIZE, count), breadcrumb(data, words.title, paths.inventory)],
    none: count > 0 ? undefined : query === '' ? noParts : await nothingFound(data, search.q),
  }
}

const noParts = { title: searchedWords.none, to: paths.contact, action: searchedWords.askForPart, nearest: [] }

async function nothingFound(data: PublicData, q: string) {
  const nearest = q === '' ? [] : await data.nearestParts(q, OFFERED)
  return {
    title: nearest.length > 0 ? searchedWords.nearest : searchedWords.noneFound,
    to: paths.inventory,
    action: searchedWords.clear,
    nearest: nearest.map(({ _id, name }) => ({ to: paths.part(_id), name })),
  }
}

const wholeList = async (data: PublicData) => ({
  count: await data.countParts(),
  partsOf: (page: number) => data.partsPage(page, PAGE_SIZE),
})

async function searched(data: PublicData, { q, inStock, minPrice, maxPrice, sort }: ListSearch) {
  const find = (page: number) =>
    data.searchParts({
      q,
      inStock,
      page,
      size: PAGE_SIZE,
      ...(minPrice && { minPrice: Number(minPrice) }),
      ...(maxPrice && { maxPrice: Number(maxPrice) }),
      ...(sort && { sort }),
    })
  const first = await find(0)
  return { count: first.count, partsOf: async (page: number) => (page === 0 ? first : await find(page)).parts }
}

export default function PartsList() {
  const { search, query, further, counted, pages, page, parts, none } = useLoaderData<typeof loader>()
  const { location } = useNavigation()
  const turning = location?.pathname === paths.inventory
  const first = further.replace(/.page=$/, '')
  return (
    <Page title={words.title}>
      <PartSearch key={query} {...search} />
      {(turning || (none && !query)) && (
        <div className={turning ? 'loading-note' : undefined}>
          <Spinner text={words.loading} />
        </div>
      )}
      {none && (
        <EmptyState
          title={none.title}
          action={
            <ButtonLink to={none.to} variant="secondary">
              {none.action}
            </ButtonLink>
          }
        >
          {none.nearest.length > 0 && (
            <ul>
              {none.nearest.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} className="link">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </EmptyState>
      )}
      {parts.length > 0 && (
        <>
          <ul className="part-grid" aria-busy={turning || undefined}>
            {parts.map((part, index) => (
              <li key={part.id}>
                <PartCard part={part} heading="h2" inView={index < FIRST_ROW} />
              </li>
            ))}
          </ul>
          <p className="figures mt-10 mb-4 text-center text-soft">{words.showing(parts.length, counted, page + 1)}</p>
        </>
      )}
      <Pager page={page} pages={pages} href={(index) => (index ? further + index : first)} label={words.pages} />
    </Page>
  )
}
