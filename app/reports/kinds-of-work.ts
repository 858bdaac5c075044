import { dayText } from '#contract/basics/day-text.ts'
import { WAITING_RETURNS } from '#contract/orders/return-states.ts'
import { TROUBLED_MAILS } from '#contract/shop/mails.ts'
import type { OpenWork as Work } from '#contract/shop/reports.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { overviewWords as words } from '#app/words/overview.ts'

type Counted = Exclude<
  keyof Work,
  'ages' | 'evidenceDueAt' | 'unreadOrderMessages' | 'failedRefunds' | 'openDisputes' | 'waitingInvoices' | 'lowStock' | 'stock'
>
type Kind = { label: string; kind: Counted; path: string; isTrouble?: boolean }

/** Each kind of open work, with the address of the list that shows exactly what it counts. */
export const kindsOf = ({ evidenceDueAt }: Work): Kind[] => [
  { label: words.work.toShip, kind: 'toShip', path: `${paths.allOrder}?state=paid` },
  { label: words.work.unpaid, kind: 'unpaid', path: `${paths.allOrder}?state=unpaid` },
  { label: words.work.orderMessages, kind: 'unreadOrders', path: `${paths.allOrder}?attention=messages` },
  { label: words.work.contactMessages, kind: 'openContactMessages', path: `${dashboardPaths.messages}?state=waiting` },
  { label: words.work.askedQuotes, kind: 'askedQuotes', path: `${dashboardPaths.allQuotes}?state=asked` },
  { label: words.work.reviews, kind: 'waitingReviews', path: `${dashboardPaths.allReviews}?state=waiting` },
  { label: words.work.lowStock, kind: 'lowParts', path: `${paths.manageProduct}?show=low` },
  { label: words.work.crowdedParts, kind: 'crowdedParts', path: `${dashboardPaths.setAside}?show=parts`, isTrouble: true },
  { label: words.work.largeSetAsides, kind: 'largeSetAsides', path: `${dashboardPaths.setAside}?show=large`, isTrouble: true },
  { label: words.work.mails, kind: 'troubledMails', path: `${dashboardPaths.mails}?state=${TROUBLED_MAILS}`, isTrouble: true },
  { label: words.work.partPaid, kind: 'partPaid', path: `${dashboardPaths.bank}?show=part-paid`, isTrouble: true },
  { label: words.work.toGiveBack, kind: 'toGiveBack', path: `${dashboardPaths.bank}?show=give-back`, isTrouble: true },
  { label: words.work.movements, kind: 'openMovements', path: dashboardPaths.bank },
  { label: words.work.overdue, kind: 'overdueBills', path: `${dashboardPaths.openItems}?due=overdue`, isTrouble: true },
  { label: words.work.returns, kind: 'waitingReturns', path: `${dashboardPaths.returns}?state=${WAITING_RETURNS}` },
  { label: words.work.invoices, kind: 'ordersWithoutInvoice', path: `${paths.allOrder}?attention=invoice`, isTrouble: true },
  { label: words.work.promises, kind: 'promisesAtRisk', path: `${paths.allOrder}?attention=promise`, isTrouble: true },
  { label: words.work.moves, kind: 'movesWanted', path: `${paths.allOrder}?attention=move` },
  { label: words.work.failedRefunds, kind: 'failedRefundOrders', path: `${paths.allOrder}?attention=failed-refund`, isTrouble: true },
  {
    label: evidenceDueAt ? words.work.disputesUntil(dayText(evidenceDueAt.slice(0, 10))) : words.work.disputes,
    kind: 'disputedOrders',
    path: `${paths.allOrder}?attention=dispute`,
    isTrouble: true,
  },
  { label: words.work.paymentsWithoutOrder, kind: 'paymentsWithoutOrder', path: dashboardPaths.health, isTrouble: true },
]
