import type { ComponentType } from 'react'
import {
  BoxIcon,
  ChatIcon,
  HourglassIcon,
  ListIcon,
  LogIcon,
  MailIcon,
  PenIcon,
  PinIcon,
  PulseIcon,
  QuoteIcon,
  ScanIcon,
  ShieldIcon,
  UserIcon,
} from '#app/layout/dashboard-icons.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { paths } from '#app/paths.ts'
import { PlusIcon } from '#app/ui/icons.tsx'
import { addressWords } from '#app/words/addresses.ts'
import { auditWords } from '#app/words/audit.ts'
import { contactMessagesWords } from '#app/words/contact-messages.ts'
import { dashboardWords as words } from '#app/words/dashboard.ts'
import { healthWords } from '#app/words/health.ts'
import { outboxWords } from '#app/words/outbox.ts'
import { setAsideWords } from '#app/words/set-aside.ts'
import { shippingPaperWords } from '#app/words/shipping-papers.ts'

export type DashboardEntry = [path: string, Icon: ComponentType, label: string]

const profile: DashboardEntry = [paths.profile, UserIcon, words.myProfile]
const quotes: DashboardEntry = [paths.quotes, QuoteIcon, words.myQuotes]

const customerEntries: DashboardEntry[] = [
  [paths.dashboard, ListIcon, words.myOrder],
  [paths.myReview, PenIcon, words.reviews],
  [dashboardPaths.addresses, PinIcon, addressWords.title],
]

const adminEntries: DashboardEntry[] = [
  [paths.allOrder, ListIcon, words.allOrder],
  [paths.addParts, PlusIcon, words.addParts],
  [paths.makeAdmin, ShieldIcon, words.makeAdmin],
  [paths.manageProduct, BoxIcon, words.manegeProduct],
  [dashboardPaths.ship, ScanIcon, shippingPaperWords.scanTitle],
  [dashboardPaths.setAside, HourglassIcon, setAsideWords.title],
  [dashboardPaths.messages, ChatIcon, contactMessagesWords.title],
  [dashboardPaths.allQuotes, QuoteIcon, words.allQuotes],
  [dashboardPaths.allReviews, PenIcon, words.allReviews],
  [dashboardPaths.mails, MailIcon, outboxWords.title],
  [dashboardPaths.health, PulseIcon, healthWords.title],
  [dashboardPaths.audit, LogIcon, auditWords.title],
]

/** Screens of the dashboard. They depend on the role; while it is unknown, only that of all users. Specification section 2. */
export const dashboardEntries = (isAdmin: boolean | undefined): DashboardEntry[] =>
  isAdmin === undefined ? [profile] : [profile, ...(isAdmin ? adminEntries : customerEntries), quotes]
