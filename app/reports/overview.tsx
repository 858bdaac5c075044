import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { reportCalls } from '#contract/shop/reports.ts'
import { LoadFailed, Loading } from '#app/ui/failure.tsx'
import { BestCustomers, BestParts } from '#app/reports/best.tsx'
import { LowStock } from '#app/reports/low-stock.tsx'
import { OpenWork } from '#app/reports/open-work.tsx'
import { useSalesPeriod } from '#app/reports/sales-period.ts'
import { readOf } from '#app/api/queries.ts'
import { useTitle } from '#app/layout/use-title.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { overviewWords as words } from '#app/words/overview.ts'
import '#app/styles/overview.css'

const LOOK_AGAIN_MS = 30_000

/** With the chart library, which is loaded after the figures. */
const Sales = lazyPart(async () => (await import('#app/reports/sales.tsx')).Sales)

/** The first screen of an admin: open work, and sales. */
export function Overview() {
  useTitle(words.title)
  const { by, zone } = useSalesPeriod()
  const work = useQuery({ ...readOf(reportCalls.openWork), refetchInterval: LOOK_AGAIN_MS })
  const best = useQuery(readOf(reportCalls.best))
  const sales = useQuery({ ...readOf(reportCalls.sales, { query: { by, zone } }), placeholderData: (before) => before })

  return (
    <section className="mb-10 grid min-h-dvh grid-cols-1 content-start gap-3" aria-labelledby="overview-title">
      <h2 id="overview-title" className="text-xl">
        {words.title}
      </h2>
      {work.data && work.error && <LoadFailed query={work} />}
      {work.data ? <OpenWork work={work.data} /> : <Loading query={work} skeleton={<div className="skeleton h-36 max-lg:h-88" />} />}
      {sales.data && sales.error && <LoadFailed query={sales} />}
      {sales.data && work.data ? (
        <Suspense fallback={<SalesPlace />}>
          <Sales report={sales.data} stock={work.data.stock} isOld={sales.isPlaceholderData} />
        </Suspense>
      ) : (
        <Loading query={sales} skeleton={<SalesPlace />} />
      )}
      {best.data ? (
        <div className="grid grid-cols-2 items-start gap-6 max-xl:grid-cols-1">
          <BestParts parts={best.data.parts} />
          <BestCustomers customers={best.data.customers} />
        </div>
      ) : (
        <Loading query={best} skeleton={<div className="skeleton h-120" />} />
      )}
      {/* After the sections above, whose height is not known earlier. */}
      {work.data && !best.isPending && <LowStock lowStock={work.data.lowStock} />}
    </section>
  )
}

const SalesPlace = () => (
  <div className="panel panel-dense h-102">
    <Spinner />
  </div>
)
