import type { ComponentType } from 'react'
import type { Permission } from '#contract/people/permissions.ts'
import type { OpenWork } from '#contract/shop/reports.ts'
import type { NamedCall } from '#app/identity/may.tsx'
import {
  BookIcon,
  BankIcon,
  BoxIcon,
  ChatIcon,
  CoinsIcon,
  GaugeIcon,
  GearIcon,
  HourglassIcon,
  ImportIcon,
  InvoiceIcon,
  ListIcon,
  LogIcon,
  MailIcon,
  PenIcon,
  PayoutIcon,
  PercentIcon,
  PeopleIcon,
  PulseIcon,
  QuoteIcon,
  ReturnIcon,
  ScanIcon,
  SearchIcon,
  ShieldIcon,
  TreeIcon,
  TruckIcon,
  UserIcon,
} from '#app/layout/dashboard-icons.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { PlusIcon } from '#app/ui/icons.tsx'
import { auditWords } from '#app/words/audit.ts'
import { booksWords } from '#app/words/books.ts'
import { bankWords } from '#app/words/bank.ts'
import { contactMessagesWords } from '#app/words/contact-messages.ts'
import { customerWords } from '#app/words/customers.ts'
import { dashboardWords as words } from '#app/words/dashboard.ts'
import { freightMethodWords } from '#app/words/freight-methods.ts'
import { healthWords } from '#app/words/health.ts'
import { openItemWords } from '#app/words/open-items.ts'
import { importWords } from '#app/words/imports.ts'
import { outboxWords } from '#app/words/outbox.ts'
import { overviewWords } from '#app/words/overview.ts'
import { payoutWords } from '#app/words/payouts.ts'
import { paperWords } from '#app/words/papers.ts'
import { partKindWords } from '#app/words/part-kinds.ts'
import { returnWords } from '#app/words/returns.ts'
import { setAsideWords } from '#app/words/set-aside.ts'
import { taxWords } from '#app/words/tax.ts'
import { shippingPaperWords } from '#app/words/shipping-papers.ts'

/** `waits` counts the work that waits on its screen. */
export type DashboardEntry = [path: string, Icon: ComponentType, label: string, waits?: (work: OpenWork) => number]
type ShopEntry = [needs: NamedCall, ...DashboardEntry]
/** The entries without a title need none, and are always shown. */
export type DashboardGroup = { title?: string; entries: DashboardEntry[] }

const profile: DashboardEntry = [paths.profile, UserIcon, words.myProfile]
const quotes: DashboardEntry = [paths.quotes, QuoteIcon, words.myQuotes]

const customerEntries: DashboardEntry[] = [
  [paths.dashboard, ListIcon, words.myOrder],
  [paths.myReview, PenIcon, words.reviews],
  [dashboardPaths.myPapers, InvoiceIcon, paperWords.mineTitle],
]

const sees = (...permissions: Permission[]): NamedCall => ({ method: 'GET', permissions })
const changes = (...permissions: Permission[]): NamedCall => ({ method: 'POST', permissions })

const shopGroups: { title?: string; entries: ShopEntry[] }[] = [
  { entries: [[sees('money'), paths.dashboard, GaugeIcon, overviewWords.title]] },
  {
    title: words.groups.sales,
    entries: [
      [sees('orders'), paths.allOrder, ListIcon, words.allOrder],
      [changes('orders'), dashboardPaths.ship, ScanIcon, shippingPaperWords.scanTitle, ({ toShip }) => toShip],
      [sees('orders', 'money'), dashboardPaths.returns, ReturnIcon, returnWords.title, ({ waitingReturns }) => waitingReturns],
      [sees('customers', 'prices'), dashboardPaths.allQuotes, QuoteIcon, words.allQuotes, ({ askedQuotes }) => askedQuotes],
      [sees('customers'), dashboardPaths.messages, ChatIcon, contactMessagesWords.title, (work) => work.openContactMessages],
    ],
  },
  {
    title: words.groups.products,
    entries: [
      [sees('parts', 'prices'), paths.manageProduct, BoxIcon, words.manegeProduct],
      [changes('parts'), paths.addParts, PlusIcon, words.addParts],
      [changes('parts'), dashboardPaths.categories, TreeIcon, partKindWords.open],
      [sees(), dashboardPaths.imports, ImportIcon, importWords.entry],
      [sees('parts'), dashboardPaths.searches, SearchIcon, words.searches],
      [sees('customers'), dashboardPaths.allReviews, PenIcon, words.allReviews, ({ waitingReviews }) => waitingReviews],
    ],
  },
  {
    title: words.groups.customers,
    entries: [
      [sees('customers'), dashboardPaths.customers, PeopleIcon, customerWords.title],
      [
        sees('customers'),
        dashboardPaths.setAside,
        HourglassIcon,
        setAsideWords.title,
        ({ crowdedParts, largeSetAsides }) => crowdedParts + largeSetAsides,
      ],
      [sees('customers'), paths.makeAdmin, ShieldIcon, words.makeAdmin],
    ],
  },
  {
    title: words.groups.money,
    entries: [
      [sees('money'), dashboardPaths.bank, BankIcon, bankWords.title, ({ openMovements }) => openMovements],
      [sees('money'), dashboardPaths.openItems, CoinsIcon, openItemWords.title, ({ overdueBills }) => overdueBills],
      [sees('money'), dashboardPaths.papers, InvoiceIcon, paperWords.title, ({ waitingInvoices }) => waitingInvoices],
      [sees('money'), dashboardPaths.payouts, PayoutIcon, payoutWords.title],
      [sees('money'), dashboardPaths.books, BookIcon, booksWords.title],
      [sees('money'), dashboardPaths.tax, PercentIcon, taxWords.title],
    ],
  },
  {
    title: words.groups.shop,
    entries: [
      [sees('settings'), dashboardPaths.shopSettings, GearIcon, words.shopSettings],
      [sees('settings'), dashboardPaths.freight, TruckIcon, freightMethodWords.title],
      [sees('settings'), dashboardPaths.mails, MailIcon, outboxWords.title, ({ troubledMails }) => troubledMails],
      [sees('settings'), dashboardPaths.health, PulseIcon, healthWords.title, ({ paymentsWithoutOrder }) => paymentsWithoutOrder],
      [sees('settings'), dashboardPaths.audit, LogIcon, auditWords.title],
    ],
  },
]

/** Screens that others lead to. */
const screensBehind: [path: string, needs: NamedCall][] = [
  [dashboardPaths.partDocuments, changes('parts')],
  [dashboardPaths.priceChanges, sees('prices')],
  [dashboardPaths.removedParts, sees('parts')],
  [dashboardPaths.stockMoves, sees('parts')],
  [dashboardPaths.stockSheet, changes('parts')],
  [dashboardPaths.stages, changes('orders')],
]

/** The permissions of an admin's screen, also for paths below it. Other paths are for admins alone. The router ignores case. */
export function requiredPermission(address: string): NamedCall {
  const asked = address.toLowerCase().replace(/\/$/, '')
  const ofMenu = shopGroups.flatMap(({ entries }) => entries.map(([needs, path]) => [path, needs] as const))
  const known = [...ofMenu.filter(([path]) => path !== paths.dashboard), ...screensBehind]
  return known.find(([path]) => asked === path.toLowerCase() || asked.startsWith(`${path.toLowerCase()}/`))?.[1] ?? changes()
}

/** The entry of the menu that leads to an admin's screen, or to one above it. */
export const titleOfScreen = (address: string): string | undefined =>
  shopGroups.flatMap(({ entries }) => entries).findLast(([, path]) => address.toLowerCase().startsWith(path.toLowerCase()))?.[3]

type Rights = { isAdmin: boolean | undefined; may: (call: NamedCall) => boolean }

/**
 * Screens of the dashboard. They depend on the role; while it is unknown, only that of all users. Specification section 2. A person
 * with permissions has the groups that these allow, and the screens of a customer, where My Order is below an overview.
 */
export function dashboardGroups({ isAdmin, may }: Rights): DashboardGroup[] {
  if (isAdmin === undefined) return [{ entries: [profile] }]
  const ofShop = shopGroups.flatMap(({ entries, ...group }): DashboardGroup[] => {
    const allowed = entries.flatMap(([needs, ...entry]): DashboardEntry[] => (may(needs) ? [entry] : []))
    return allowed.length === 0 ? [] : [{ ...group, entries: allowed }]
  })
  const isTaken = (path: string) => ofShop[0]?.entries[0]?.[0] === path
  return [...ofShop, { entries: [profile, ...(isAdmin ? [] : customerEntries.filter(([path]) => !isTaken(path))), quotes] }]
}
