import { use, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import type { Seller } from '#contract/payments/seller.ts'
import { sellerStateOf } from '#contract/payments/tax.ts'
import { shopCalendar, type Holiday } from '#contract/parts/lead-time.ts'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import { tryAgainLater } from '#contract/basics/try-again-later.ts'
import { SessionProvider } from '#app/identity/session.tsx'
import { Frame } from '#app/layout/frame.tsx'
import { NonceContext } from '#app/layout/nonce.ts'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { stayWhileOutOfReach } from '#app/layout/out-of-reach.ts'
import { MARK_PRINT_SCRIPT } from '#app/layout/print-marks.ts'
import { MARK_SIGNED_IN_SCRIPT } from '#app/layout/signed-in-mark.ts'
import { MARK_STORED_SCRIPT } from '#app/layout/stored-marks.ts'
import { Trouble } from '#app/layout/trouble.tsx'
import { publicData } from '#app/api/public-data.ts'
import coreTypeface from '#app/styles/typeface/hanken-grotesk-core.woff2?url'
import './app.css'

export type ShopData = ReturnType<typeof loader>

export function loader({ context }: LoaderFunctionArgs) {
  const { shopName, shopUrl, mode, identityProviders, shop, offersFreight, preview, styles } = publicData(context)
  const { logo, social, contact, legal, seller } = shop
  return {
    shopName,
    shopUrl,
    mode,
    identityProviders,
    logo,
    social,
    contact,
    holidays: comingHolidays(shop.holidays),
    preview,
    styles,
    soldBy: soldBy(seller, contact?.phone),
    ...(seller?.country && { sellerState: sellerStateOf({ country: seller.country, postalCode: seller.postalCode }) }),
    hasTerms: legal?.terms !== undefined,
    ...(offersFreight && { offersFreight }),
  }
}

/** Who sells, as far as the owner has set it. */
function soldBy({ legalName, city, registration, vatId, phone }: Seller = {}, contactPhone?: string) {
  return { legalName, city, registration, vatId, phone: contactPhone ?? phone }
}

/** Those that are not over; undefined without any, which most pages are. */
function comingHolidays(all: Holiday[] = []) {
  const { today } = shopCalendar()
  const coming = all.flatMap(({ from, to }) => (to < today ? [] : [{ from, to }]))
  return coming.length > 0 ? coming : undefined
}

/** Used only where no screen sets its own: around an error. */
export function meta({ error }: MetaArgs) {
  const title = isNotFound(error) ? 'Page not found' : tryAgainLater
  return error ? [{ title: `${title} | ${DEFAULT_SHOP_NAME}` }, { name: 'robots', content: 'noindex' }] : [{ title: DEFAULT_SHOP_NAME }]
}

/** The typeface is requested before the style sheet names it. Fonts are always fetched without credentials. */
export const links: LinksFunction = () => [{ rel: 'preload', href: coreTypeface, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }]

/** Name and mode of the shop do not change while a page is open. */
export function shouldRevalidate() {
  return false
}

export const clientMiddleware = [stayWhileOutOfReach]

/** The document. Also rendered around an error, so it reads nothing that could have failed. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const shop = useRouteLoaderData<typeof loader>('root')
  return (
    // The script in the head marks this element before React takes over.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Browsers paint their own frame like the header, which is the same in both colour schemes. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#141c30" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141c30" />
        {/* Before all resources: a page may forbid sending its address with their requests. */}
        <Meta />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Links />
        {shop?.styles && <link rel="stylesheet" href={shop.styles} />}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: `${MARK_SIGNED_IN_SCRIPT};${MARK_STORED_SCRIPT}${MARK_PRINT_SCRIPT}`,
          }}
        />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

function Shop({ children }: { children: ReactNode }) {
  const shop = useRouteLoaderData<typeof loader>('root')
  return (
    <SessionProvider>
      <Frame shop={shop} shopName={shop?.shopName ?? DEFAULT_SHOP_NAME}>
        {children}
      </Frame>
    </SessionProvider>
  )
}

export default function App() {
  return (
    <Shop>
      <Outlet />
    </Shop>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <Shop>{isNotFound(error) ? <NotFoundText /> : <Trouble />}</Shop>
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404
