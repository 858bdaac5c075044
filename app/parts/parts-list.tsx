import { useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { MINIMUM_ORDER, PAGE_SIZE } from '#contract/limits.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { breadcrumb } from '#app/layout/structured-data.ts'
import { partCardData } from '#app/parts/card-data.ts'
import { PartCard } from '#app/parts/part-card.tsx'
import { partsListFact } from '#app/parts/parts-facts.ts'
import { paths } from '#app/paths.ts'
import { publicData } from '#app/public-data.ts'
import { askedPage } from '#app/ui/asked-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { partsListWords as words } from '#app/words/parts-list.ts'

/** Cards of the first row on a wide screen. */
const FIRST_ROW = 3

/** Every page of the list is one of its own for search engines; page 1 and what no page answers to are the list itself. */
export const meta = pageMeta<typeof loader>(words.title, words.description, (shop, { page, parts, count }) => ({
  title: page > 0 ? words.titleOfPage(page + 1) : words.title,
  path: paths.inventoryPage(page),
  facts: [
    partsListFact(shop, parts, page * PAGE_SIZE, count),
    breadcrumb(shop, words.title, paths.inventory),
  ],
}))

export async function loader({ request, context }: LoaderFunctionArgs) {
  const data = publicData(context)
  const count = await data.countParts()
  const pages = Math.ceil(count / PAGE_SIZE)
  const page = Math.min(askedPage(new URL(request.url).searchParams), Math.max(pages - 1, 0))
  const parts = await data.partsPage(page, PAGE_SIZE)
  const listed = parts.map((part) => ({ ...partCardData(part), orderable: part.available >= MINIMUM_ORDER }))
  return { count, pages, page, parts: listed }
}

export default function PartsList() {
  const { count, pages, page, parts } = useLoaderData<typeof loader>()
  const { location } = useNavigation()
  const turning = location?.pathname === paths.inventory
  return (
    <Page title={words.title}>
      {(turning || parts.length === 0) && (
        <div className={turning ? 'loading-note' : undefined}>
          <Spinner text={words.loading} />
        </div>
      )}
      {count === 0 && (
        <EmptyState
          title={words.none}
          action={<ButtonLink to={paths.contact} variant="secondary">{words.askForPart}</ButtonLink>}
        />
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
          <p className="figures mt-10 mb-4 text-center text-soft">
            {words.showing(parts.length, count, page + 1)}
          </p>
        </>
      )}
      <Pager page={page} pages={pages} href={paths.inventoryPage} label={words.pages} />
    </Page>
  )
}
