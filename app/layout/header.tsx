import { useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '#app/identity/session.tsx'
import { BRAND, BrandMark } from '#app/layout/brand-mark.tsx'
import { HeaderSearch } from '#app/layout/header-search.tsx'
import { QuoteLink } from '#app/layout/quote-link.tsx'
import { useSignedInMark } from '#app/layout/signed-in-mark.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

export const shopLinks = [
  { to: paths.home, label: words.home },
  { to: paths.inventory, label: words.allParts },
  { to: paths.blogs, label: words.blogs },
  { to: paths.about, label: words.aboutUs },
  { to: paths.contact, label: words.contactUs },
]

const MENU_ID = 'main-menu'
const MENU_IN_ROW = 'lg:static lg:w-auto lg:max-h-none lg:overflow-visible lg:p-0 lg:[box-shadow:none]'
const MENU_BACKDROP = 'backdrop:inset-[var(--header-height)_0_0] backdrop:bg-[rgb(8_13_26/0.5)]'
const MENU = `main-menu header-popover max-h-[calc(100dvh-var(--header-height))] overflow-y-auto pt-2 pb-6 ${MENU_BACKDROP} ${MENU_IN_ROW}`
const LINK =
  'flex items-center min-h-12 border-b border-night-line text-night-soft font-medium hover:text-on-night aria-[current]:text-on-night max-lg:aria-[current]:font-[650]'
const LINK_IN_ROW = 'lg:relative lg:min-h-(--header-height) lg:border-0 lg:whitespace-nowrap'
const LINE_BELOW =
  'lg:aria-[current]:after:absolute lg:aria-[current]:after:inset-[auto_0_0] lg:aria-[current]:after:h-[3px] lg:aria-[current]:after:bg-glow'
const MENU_LINK = `${LINK} ${LINK_IN_ROW} ${LINE_BELOW}`
const MENU_ACTION =
  'w-full mt-4 border-night-soft bg-transparent text-on-night hover:bg-on-night hover:text-night lg:w-auto lg:mt-0 lg:whitespace-nowrap'

/** Brand, search, quote and main navigation. Where there is little room the navigation is a popover, which works without scripts. */
export function Header({ shopName, logo }: { shopName: string; logo: string | undefined }) {
  const { status } = useSession()
  const menu = useRef<HTMLElement>(null)
  useSignedInMark()

  // Browsers without popovers always show the navigation.
  const closeMenu = () => menu.current?.hidePopover?.()

  return (
    <header className="header sticky z-20 top-0 bg-night text-on-night border-b border-b-night-line" data-night>
      <div className="shell-wide flex items-center justify-between gap-4 min-h-[var(--header-height)]">
        <Link to={paths.home} className={BRAND}>
          <BrandMark logo={logo} />
          {shopName}
        </Link>
        <HeaderSearch />
        <QuoteLink />
        <button
          type="button"
          className="inline-grid place-items-center size-11 -mr-2.5 cursor-pointer lg:hidden"
          popoverTarget={MENU_ID}
          aria-label={words.menu}
        >
          <Icon>
            <path d="M4 7h16M4 12h16M4 17h16" />
          </Icon>
        </button>
        <nav id={MENU_ID} ref={menu} popover="auto" className={MENU} aria-label={words.mainMenu}>
          {shopLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} prefetch="intent" end={to === paths.home} onClick={closeMenu} className={MENU_LINK}>
              {label}
            </NavLink>
          ))}
          {status !== 'signedOut' && (
            <div data-when="signed-in">
              <NavLink to={paths.dashboard} prefetch="intent" onClick={closeMenu} className={MENU_LINK}>
                {words.dashboard}
              </NavLink>
              <SignOutButton className={`${MENU_ACTION} hover:border-ink`} />
            </div>
          )}
          {status !== 'signedIn' && (
            <div data-when="signed-out">
              <ButtonLink to={paths.login} onClick={closeMenu} className={MENU_ACTION}>
                {words.login}
              </ButtonLink>
            </div>
          )}
        </nav>
      </div>
    </header>
  )
}

/** Signs out in this browser at once, so the button disappears before a second press. */
export function SignOutButton({ className }: { className: string }) {
  const { signOut } = useSession()
  return (
    <Button variant="secondary" className={className} data-sign-out onClick={() => void signOut()}>
      {words.signOut}
    </Button>
  )
}
