import type { ComponentType } from 'react'
import type { Permission } from '#contract/people/permissions.ts'
import type { NamedCall } from '#app/identity/may.tsx'
import {
  BookIcon,
  BankIcon,
  BoxIcon,
  ChatIcon,
  CoinsIcon,
  GearIcon,
  HourglassIcon,
  ImportIcon,
  InvoiceIcon,
  ListIcon,
  LogIcon,
  MailIcon,
  PenIcon,
  PercentIcon,
  PeopleIcon,
  PulseIcon,
  QuoteIcon,
  ReturnIcon,
  ScanIcon,
  SearchIcon,
  ShieldIcon,
  TreeIcon,
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
import { healthWords } from '#app/words/health.ts'
import { openItemWords } from '#app/words/open-items.ts'
import { importWords } from '#app/words/imports.ts'
import { outboxWords } from '#app/words/outbox.ts'
import { paperWords } from '#app/words/papers.ts'
import { partKindWords } from '#app/words/part-kinds.ts'
import { returnWords } from '#app/words/returns.ts'
import { setAsideWords } from '#app/words/set-aside.ts'
import { taxWords } from '#app/words/tax.ts'
import { shippingPaperWords } from '#app/words/shipping-papers.ts'

export type DashboardEntry = [path: string, Icon: ComponentType, label: string]
type AdminEntry = [...DashboardEntry, needs: NamedCall]

const profile: DashboardEntry = [paths.profile, UserIcon, words.myProfile]
const quotes: DashboardEntry = [paths.quotes, QuoteIcon, words.myQuotes]

const customerEntries: DashboardEntry[] = [
  [paths.dashboard, ListIcon, words.myOrder],
  [paths.myReview, PenIcon, words.reviews],
  [dashboardPaths.myPapers, InvoiceIcon, paperWords.mineTitle],
]

const sees = (...permissions: Permission[]): NamedCall => ({ method: 'GET', permissions })
const changes = (...permissions: Permission[]): NamedCall => ({ method: 'POST', permissions })

const adminEntries: AdminEntry[] = [
  [paths.allOrder, ListIcon, words.allOrder, sees('orders')],
  [paths.addParts, PlusIcon, words.addParts, changes('parts')],
  [paths.makeAdmin, ShieldIcon, words.makeAdmin, sees('customers')],
  [paths.manageProduct, BoxIcon, words.manegeProduct, sees('parts', 'prices')],
  [dashboardPaths.categories, TreeIcon, partKindWords.open, changes('parts')],
  [dashboardPaths.imports, ImportIcon, importWords.entry, sees()],
  [dashboardPaths.ship, ScanIcon, shippingPaperWords.scanTitle, changes('orders')],
  [dashboardPaths.returns, ReturnIcon, returnWords.title, sees('orders', 'money')],
  [dashboardPaths.customers, PeopleIcon, customerWords.title, sees('customers')],
  [dashboardPaths.setAside, HourglassIcon, setAsideWords.title, sees('customers')],
  [dashboardPaths.bank, BankIcon, bankWords.title, sees('money')],
  [dashboardPaths.openItems, CoinsIcon, openItemWords.title, sees('money')],
  [dashboardPaths.messages, ChatIcon, contactMessagesWords.title, sees('customers')],
  [dashboardPaths.allQuotes, QuoteIcon, words.allQuotes, sees('customers', 'prices')],
  [dashboardPaths.searches, SearchIcon, words.searches, sees('parts')],
  [dashboardPaths.papers, InvoiceIcon, paperWords.title, sees('money')],
  [dashboardPaths.books, BookIcon, booksWords.title, sees('money')],
  [dashboardPaths.allReviews, PenIcon, words.allReviews, sees('customers')],
  [dashboardPaths.tax, PercentIcon, taxWords.title, sees('money')],
  [dashboardPaths.shopSettings, GearIcon, words.shopSettings, sees('settings')],
  [dashboardPaths.mails, MailIcon, outboxWords.title, sees('settings')],
  [dashboardPaths.health, PulseIcon, healthWords.title, sees('settings')],
  [dashboardPaths.audit, LogIcon, auditWords.title, sees('settings')],
]

/** Screens that others lead to. */
const screensBehind: [path: string, needs: NamedCall][] = [
  [dashboardPaths.partDocuments, changes('parts')],
  [dashboardPaths.priceChanges, sees('prices')],
  [dashboardPaths.removedParts, sees('parts')],
  [dashboardPaths.stockMoves, sees('parts')],
  [dashboardPaths.stockSheet, changes('parts')],
]

/** The permissions of an admin's screen, also for paths below it. Other paths are for admins alone. The router ignores case. */
export function requiredPermission(address: string): NamedCall {
  const asked = address.toLowerCase().replace(/\/$/, '')
  const known = [...adminEntries.map(([path, , , needs]) => [path, needs] as const), ...screensBehind]
  return known.find(([path]) => asked === path.toLowerCase() || asked.startsWith(`${path.toLowerCase()}/`))?.[1] ?? changes()
}

type Rights = { isAdmin: boolean | undefined; may: (call: NamedCall) => boolean }

/**
 * Screens of the dashboard. They depend on the role; while it is unknown, only that of all users. Specification section 2. A person
 * with permissions has the screens that these allow, and those of a customer.
 */
export function dashboardEntries({ isAdmin, may }: Rights): DashboardEntry[] {
  if (isAdmin === undefined) return [profile]
  const ofShop = adminEntries.flatMap(([path, Icon, label, needs]): DashboardEntry[] => (may(needs) ? [[path, Icon, label]] : []))
  return [profile, ...ofShop, ...(isAdmin ? [] : customerEntries), quotes]
}
