import type { ReactNode } from 'react'
import { NavLink, Outlet } from 'react-router'
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
      <div className="shell py-8 lg:py-12">
        <Welcome />
        <div className="dashboard">
          <SideMenu />
          <div className="min-w-0">
            <Outlet />
          </div>
        </div>
      </div>
    </SignedIn>
  )
}

function Welcome() {
  const { identity } = useSession()
  return (
    <h1 className="text-2xl">
      {words.welcome} <span className="text-soft">{identity?.displayName}</span>
    </h1>
  )
}

/** The entries depend on the role; while it is unknown, only those of all users. Specification section 2. */
function SideMenu() {
  const { isAdmin } = useSession()
  return (
    <nav aria-label={words.menu} className="side-menu">
      <Entry to={paths.profile} icon={<UserIcon />}>
        {words.myProfile}
      </Entry>
      {isAdmin === false && (
        <>
          <Entry to={paths.dashboard} icon={<ListIcon />}>
            {words.myOrder}
          </Entry>
          <Entry to={paths.myReview} icon={<PenIcon />}>
            {words.reviews}
          </Entry>
        </>
      )}
      {isAdmin === true && (
        <>
          <Entry to={paths.allOrder} icon={<ListIcon />}>
            {words.allOrder}
          </Entry>
          <Entry to={paths.addParts} icon={<PlusIcon />}>
            {words.addParts}
          </Entry>
          <Entry to={paths.makeAdmin} icon={<ShieldIcon />}>
            {words.makeAdmin}
          </Entry>
          <Entry to={paths.manageProduct} icon={<BoxIcon />}>
            {words.manegeProduct}
          </Entry>
          <Entry to={paths.setAside} icon={<HourglassIcon />}>
            {setAsideWords.title}
          </Entry>
          <Entry to={paths.messages} icon={<ChatIcon />}>
            {contactMessagesWords.title}
          </Entry>
          <Entry to={paths.allQuotes} icon={<QuoteIcon />}>
            {words.allQuotes}
          </Entry>
          <Entry to={paths.allReviews} icon={<PenIcon />}>
            {words.allReviews}
          </Entry>
          <Entry to={paths.mails} icon={<MailIcon />}>
            {outboxWords.title}
          </Entry>
          <Entry to={paths.health} icon={<PulseIcon />}>
            {healthWords.title}
          </Entry>
          <Entry to={paths.audit} icon={<LogIcon />}>
            {auditWords.title}
          </Entry>
        </>
      )}
      {isAdmin !== undefined && (
        <Entry to={paths.quotes} icon={<QuoteIcon />}>
          {words.myQuotes}
        </Entry>
      )}
      {isAdmin === undefined && <RoleUnknown />}
    </nav>
  )
}

/** Shows that the role could not be read, with a retry, because the menu is incomplete without it. */
function RoleUnknown() {
  const { adminCheck } = useSession()
  return adminCheck.error && <LoadFailed query={adminCheck} />
}

function Entry({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <NavLink to={to} prefetch="intent" end={to === paths.dashboard} className="side-menu-link">
      {icon}
      {children}
    </NavLink>
  )
}
