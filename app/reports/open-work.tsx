import { Link } from 'react-router'
import { dayText } from '#contract/basics/day-text.ts'
import type { OpenWork as Work } from '#contract/shop/reports.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { overviewWords as words } from '#app/words/overview.ts'

/** Open work, each kind as a link to its screen. */
export function OpenWork({ work }: { work: Work }) {
  const kinds: { label: string; count: number; path: string; isTrouble?: boolean }[] = [
    { label: words.work.toShip, count: work.toShip, path: `${paths.allOrder}?state=paid` },
    { label: words.work.unpaid, count: work.unpaid, path: `${paths.allOrder}?state=unpaid` },
    { label: words.work.orderMessages, count: work.unreadOrderMessages, path: paths.allOrder },
    { label: words.work.contactMessages, count: work.openContactMessages, path: dashboardPaths.messages },
    { label: words.work.askedQuotes, count: work.askedQuotes, path: `${dashboardPaths.allQuotes}?state=asked` },
    { label: words.work.reviews, count: work.waitingReviews, path: dashboardPaths.allReviews },
    { label: words.work.lowStock, count: work.lowStock.count, path: '#low-stock' },
    { label: words.work.crowdedParts, count: work.crowdedParts, path: dashboardPaths.setAside, isTrouble: true },
    { label: words.work.largeSetAsides, count: work.largeSetAsides, path: dashboardPaths.setAside, isTrouble: true },
    { label: words.work.mails, count: work.troubledMails, path: dashboardPaths.mails, isTrouble: true },
    { label: words.work.partPaid, count: work.partPaid, path: dashboardPaths.bank, isTrouble: true },
    { label: words.work.toGiveBack, count: work.toGiveBack, path: `${dashboardPaths.bank}?show=give-back`, isTrouble: true },
    { label: words.work.movements, count: work.openMovements, path: dashboardPaths.bank },
    { label: words.work.overdue, count: work.overdueBills, path: `${dashboardPaths.openItems}?due=overdue`, isTrouble: true },
    { label: words.work.returns, count: work.waitingReturns, path: dashboardPaths.returns },
    { label: words.work.invoices, count: work.waitingInvoices, path: dashboardPaths.papers, isTrouble: true },
    { label: words.work.failedRefunds, count: work.failedRefunds, path: `${paths.allOrder}?state=refunded`, isTrouble: true },
    {
      label: work.evidenceDueAt ? words.work.disputesUntil(dayText(work.evidenceDueAt.slice(0, 10))) : words.work.disputes,
      count: work.openDisputes,
      path: dashboardPaths.health,
      isTrouble: true,
    },
  ]
  return (
    <nav aria-label={words.work.label}>
      <ul className="grid grid-cols-6 gap-2 max-lg:grid-cols-2">
        {kinds.map(({ label, count, path, isTrouble = false }) => (
          <li
            key={label}
            className="relative min-h-17 px-3 py-2 border border-line rounded-box bg-surface text-[0.8125rem]/[1.2] hover:border-edge max-lg:flex max-lg:items-center max-lg:min-h-13"
          >
            <Link
              to={path}
              className={`row-link max-lg:flex max-lg:items-center max-lg:gap-2 ${count === 0 ? 'text-soft font-normal' : isTrouble ? 'text-danger' : ''}`}
            >
              <span className="figures block text-[1.375rem] leading-[1.25] max-lg:min-w-8">{words.count(count)}</span> {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
