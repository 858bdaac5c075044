import { useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { PAGE_SIZE } from '#contract/limits.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { partCardData } from '#app/parts/card-data.ts'
import { PartCard } from '#app/parts/part-card.tsx'
import { paths } from '#app/paths.ts'
import { publicData } from '#app/public-data.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

/** Cards of the first row on a wide screen. */
const FIRST_ROW = 3

export const meta = pageMeta(
  'Our Available Products',
  'TV parts in stock: boards, panels, backlights, cables and housings, with price per unit, from 1000 pieces.',
)

/** Page index of the address, from 0; what is no index counts as the first page. */
function askedPage(url: string): number {
  const text = new URL(url).searchParams.get('page') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const data = publicData(context)
  const count = await data.countParts()
  const pages = Math.ceil(count / PAGE_SIZE)
  const page = Math.min(askedPage(request.url), Math.max(pages - 1, 0))
  const parts = await data.partsPage(page, PAGE_SIZE)
  return { count, pages, page, parts: parts.map(partCardData) }
}

export default function PartsList() {
  const { count, pages, page, parts } = useLoaderData<typeof loader>()
  const { location } = useNavigation()
  const turning = location?.pathname === paths.inventory
  return (
    <Page title="Our Available Products">
      {(turning || parts.length === 0) && (
        <div className={turning ? 'loading-note' : undefined}>
          <Spinner text="Please Wait! Product Is Loading......" />
        </div>
      )}
      {count === 0 && (
        <EmptyState
          title="There are no parts in the shop yet."
          action={<ButtonLink to={paths.contact} variant="secondary">Ask for a part</ButtonLink>}
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
            {`Showing ${parts.length} Products Of ${count} results. Page NO: ${page + 1}`}
          </p>
        </>
      )}
      <Pager page={page} pages={pages} href={paths.inventoryPage} label="Pages of parts" />
    </Page>
  )
}
