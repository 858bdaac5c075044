import { Link, useLocation } from 'react-router'
import { useSession } from '#app/identity/session.tsx'
import { BRAND, BrandMark } from '#app/layout/brand-mark.tsx'
import { SearchIcon } from '#app/layout/header-search.tsx'
import { shopLinks, SignOutButton } from '#app/layout/header.tsx'
import { openPalette } from '#app/layout/palette-host.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MoreMenu } from '#app/ui/more-menu.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

/** The menu that its button opens on a phone. */
export const DESK_MENU_ID = 'desk-menu'

const ON_NIGHT = 'min-h-9 px-3 py-1 border-night-line bg-transparent text-on-night hover:border-on-night hover:bg-night-deep'
const MENU_ON_NIGHT =
  '[&>.button]:min-h-9 [&>.button]:px-3 [&>.button]:py-1 [&>.button]:border-night-line [&>.button]:bg-transparent [&>.button]:text-on-night [&>.button]:whitespace-nowrap'
const FIND =
  'flex lg:flex-1 max-lg:ms-auto lg:max-w-120 items-center gap-2 min-w-0 min-h-9 px-2 lg:border border-night-line rounded-box lg:bg-night-deep text-night-soft text-start cursor-pointer hover:text-on-night'

/** The bar of people who work for the shop, instead of the visitors' header: the style sheet shows the one of the person's mark. */
export function DeskBar({ shopName, logo }: { shopName: string; logo: string | undefined }) {
  const { identity } = useSession()
  const { pathname } = useLocation()
  return (
    <header className="header desk-bar sticky z-20 top-0 bg-night text-on-night border-b border-b-night-line" data-night>
      <div className="flex items-center gap-2 lg:gap-4 w-full max-w-487 mx-auto min-h-(--header-height) px-[clamp(0.75rem,2vw,1.5rem)]">
        <button
          type="button"
          className="inline-flex items-center gap-1.5 min-h-11 cursor-pointer font-medium lg:hidden"
          popoverTarget={DESK_MENU_ID}
        >
          <Icon>
            <path d="M4 7h16M4 12h16M4 17h16" />
          </Icon>
          {words.menu}
        </button>
        <Link to={paths.dashboard} className={`${BRAND} max-lg:hidden lg:w-47`} title={shopName}>
          <BrandMark logo={logo} />
          <span className="truncate">{shopName}</span>
        </Link>
        <button type="button" className={FIND} onClick={openPalette}>
          <SearchIcon />
          <span className="flex-1 truncate max-lg:sr-only">{words.findHere}</span>
          <kbd className="text-sm whitespace-nowrap max-lg:hidden [@media(hover:none)]:hidden" aria-hidden="true">
            {words.paletteKeys}
          </kbd>
        </button>
        <nav aria-label={words.mainMenu} className={MENU_ON_NIGHT}>
          {/* Closed on the next screen, where the bar stays. */}
          <MoreMenu key={pathname} label={words.viewShop}>
            {[...shopLinks, { to: paths.dashboard, label: words.dashboard }].map(({ to, label }) => (
              <ButtonLink key={to} variant="secondary" to={to}>
                {label}
              </ButtonLink>
            ))}
          </MoreMenu>
        </nav>
        {identity && (
          <Link to={paths.profile} className="lg:ms-auto max-w-48 truncate font-medium text-night-soft hover:text-on-night max-lg:hidden">
            {identity.displayName}
          </Link>
        )}
        {/* It stays where it is when the name is known. */}
        <SignOutButton className={`${ON_NIGHT} whitespace-nowrap ${identity ? '' : 'lg:ms-auto'}`} />
      </div>
    </header>
  )
}
