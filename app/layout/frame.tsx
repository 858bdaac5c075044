import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/identity/session.tsx'
import { DeskBar } from '#app/layout/desk-bar.tsx'
import { Footer } from '#app/layout/footer.tsx'
import { Header } from '#app/layout/header.tsx'
import { OutOfReachNotice } from '#app/layout/out-of-reach-notice.tsx'
import { PaletteHost } from '#app/layout/palette-host.tsx'
import { focusFirstRow } from '#app/ui/list-keys.ts'
import { ToastHost } from '#app/ui/toast-host.tsx'
import type { ShopData } from '#app/root.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

type FrameProps = { shop: ShopData | undefined; shopName: string; children: ReactNode }

const SKIP_LINK =
  'skip-link fixed z-50 top-2 left-2 px-4 py-3 rounded-box bg-surface text-ink font-semibold -translate-y-[200%] focus:translate-y-0'
const TRIAL_NOTICE = 'trial-notice px-4 py-2 bg-night-deep text-lamp text-sm text-center'

/** Frame of every screen: header, footer, trial notice and toasts. */
export function Frame({ shop, shopName, children }: FrameProps) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const isDashboard = /^\/dashboard(\/|$)/i.test(pathname)
  return (
    <>
      <a href="#content" className={SKIP_LINK}>
        {words.skipToContent}
      </a>
      {isDashboard && (
        <a
          href="#content"
          className={`${SKIP_LINK} skip-to-list`}
          onClick={(event) => {
            if (focusFirstRow()) event.preventDefault()
          }}
        >
          {words.skipToList}
        </a>
      )}
      <Header shopName={shopName} logo={shop?.logo} />
      {isDashboard && <DeskBar shopName={shopName} logo={shop?.logo} />}
      {shop?.preview && (
        <aside aria-label={words.preview} className={TRIAL_NOTICE}>
          {words.previewNotice}
        </aside>
      )}
      {shop?.mode === 'trial' && (
        <aside aria-label={words.trial} className={TRIAL_NOTICE}>
          {words.trialNotice}
        </aside>
      )}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <OutOfReachNotice />
      <Footer shopName={shopName} shop={shop} />
      <PageAnnouncer />
      <PaletteHost />
      <ToastHost expecting={status === 'signedIn'} />
    </>
  )
}

/** Announces the title after navigation, as a browser does when it loads a page. */
function PageAnnouncer() {
  const { pathname } = useLocation()
  const region = useRef<HTMLParagraphElement>(null)
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (pathname === lastPathname.current) return
    lastPathname.current = pathname
    if (region.current) region.current.textContent = document.title
  }, [pathname])

  return <p ref={region} aria-live="polite" className="sr-only" />
}
