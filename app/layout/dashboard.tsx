import { useLayoutEffect, useRef, type ComponentType } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { LoadFailed } from '#app/failure.tsx'
import { SignedIn } from '#app/identity/guards.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import {
  BoxIcon,
  ChatIcon,
  HourglassIcon,
  ListIcon,
  LogIcon,
  MailIcon,
  PenIcon,
  PulseIcon,
  QuoteIcon,
  ShieldIcon,
  UserIcon,
} from '#app/layout/dashboard-icons.tsx'
import { PlusIcon } from '#app/ui/icons.tsx'
import { auditWords } from '#app/words/audit.ts'
import { contactMessagesWords } from '#app/words/contact-messages.ts'
import { dashboardWords as words } from '#app/words/dashboard.ts'
import { healthWords } from '#app/words/health.ts'
import { outboxWords } from '#app/words/outbox.ts'
import { setAsideWords } from '#app/words/set-aside.ts'

export const meta = pageMeta(words.title)

export default function Dashboard() {
  return (
    <SignedIn>
      <div className="dashboard">
        <Welcome />
        <SideMenu />
        <div className="dashboard-content">
          <Outlet />
        </div>
      </div>
    </SignedIn>
  )
}

function Welcome() {
  const { identity } = useSession()
  return (
    <h1 className="dashboard-welcome">
      {words.welcome} <span className="text-soft">{identity?.displayName}</span>
    </h1>
  )
}

type MenuEntry = [path: string, Icon: ComponentType, label: string]

const customerEntries: MenuEntry[] = [
  [paths.dashboard, ListIcon, words.myOrder],
  [paths.myReview, PenIcon, words.reviews],
]

const adminEntries: MenuEntry[] = [
  [paths.allOrder, ListIcon, words.allOrder],
  [paths.addParts, PlusIcon, words.addParts],
  [paths.makeAdmin, ShieldIcon, words.makeAdmin],
  [paths.manageProduct, BoxIcon, words.manegeProduct],
  [paths.setAside, HourglassIcon, setAsideWords.title],
  [paths.messages, ChatIcon, contactMessagesWords.title],
  [paths.allQuotes, QuoteIcon, words.allQuotes],
  [paths.allReviews, PenIcon, words.allReviews],
  [paths.mails, MailIcon, outboxWords.title],
  [paths.health, PulseIcon, healthWords.title],
  [paths.audit, LogIcon, auditWords.title],
]

/** The entries depend on the role; while it is unknown, only those of all users. Specification section 2. */
function SideMenu() {
  const { isAdmin, adminCheck } = useSession()
  const profile: MenuEntry = [paths.profile, UserIcon, words.myProfile]
  const quotes: MenuEntry = [paths.quotes, QuoteIcon, words.myQuotes]
  const ofRole = isAdmin === undefined ? [] : [...(isAdmin ? adminEntries : customerEntries), quotes]
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownFor = useRef('')

  // Where the menu is a row of tabs, the current one is in sight.
  useLayoutEffect(() => {
    const screen = `${pathname} ${isAdmin}`
    if (shownFor.current === screen) return
    shownFor.current = screen
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) menu.current?.scrollTo({ left: current.offsetLeft - menu.current.clientWidth / 2 + current.offsetWidth / 2 })
  })

  return (
    <nav ref={menu} aria-label={words.menu} className="side-menu">
      {[profile, ...ofRole].map(([path, Icon, label]) => (
        <NavLink key={path} to={path} prefetch="intent" end={path === paths.dashboard} className="side-menu-link">
          <Icon />
          {label}
        </NavLink>
      ))}
      {/* The menu is incomplete without the role. */}
      {isAdmin === undefined && adminCheck.error && <LoadFailed query={adminCheck} />}
    </nav>
  )
}
