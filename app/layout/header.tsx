import { useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '#app/identity/session.tsx'
import { BrandMark } from '#app/layout/brand-mark.tsx'
import { useSignedInMark } from '#app/layout/signed-in-mark.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { MenuIcon } from '#app/ui/icons.tsx'

const entries = [
  { to: paths.home, label: 'Home' },
  { to: paths.inventory, label: 'All Parts' },
  { to: paths.blogs, label: 'Blogs' },
  { to: paths.about, label: 'About Us' },
  { to: paths.contact, label: 'Contact Us' },
]

const MENU_ID = 'main-menu'

/** Brand and main navigation. On a phone the navigation is a popover, which opens and closes without any script. */
export function Header({ shopName }: { shopName: string }) {
  const { status } = useSession()
  const menu = useRef<HTMLElement>(null)
  useSignedInMark()

  // Browsers without popovers show the navigation all the time and have nothing to close.
  const closeMenu = () => menu.current?.hidePopover?.()

  return (
    <header className="header" data-night>
      <div className="shell header-bar">
        <Link to={paths.home} className="brand">
          <BrandMark />
          {shopName}
        </Link>
        <button type="button" className="menu-button" popoverTarget={MENU_ID} aria-label="Menu">
          <MenuIcon />
        </button>
        <nav id={MENU_ID} ref={menu} popover="auto" className="main-menu" aria-label="Main">
          {entries.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === paths.home} onClick={closeMenu} className="menu-link">
              {label}
            </NavLink>
          ))}
          {status !== 'signedOut' && (
            <div className="menu-person" data-when="signed-in">
              <NavLink to={paths.dashboard} onClick={closeMenu} className="menu-link">DashBoard</NavLink>
              <SignOutButton />
            </div>
          )}
          {status !== 'signedIn' && (
            <div className="menu-person" data-when="signed-out">
              <ButtonLink to={paths.login} onClick={closeMenu} className="menu-action">Login</ButtonLink>
            </div>
          )}
        </nav>
      </div>
    </header>
  )
}

/** The person is signed out in this browser at once, so that the button is gone before it could be pressed again. */
function SignOutButton() {
  const { signOut } = useSession()
  return <Button variant="secondary" className="menu-action" onClick={() => void signOut()}>Sign Out</Button>
}
