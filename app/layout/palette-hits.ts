import { formatCount } from '#contract/basics/figures.ts'
import { foldText } from '#contract/basics/fold-text.ts'
import { stateOf, type Order } from '#contract/orders/orders.ts'
import type { QuoteSummary } from '#contract/quotes/quotes.ts'
import { dashboardGroups } from '#app/layout/dashboard-entries.ts'
import { profilePages, settingsPages } from '#app/layout/sub-page-entries.ts'
import { listAddress } from '#app/parts/list-address.ts'
import { paths } from '#app/paths.ts'
import type { Suggestion } from '#app/quotes/quote-calls.ts'
import { paletteWords as words } from '#app/words/command-palette.ts'
import { layoutWords } from '#app/words/layout.ts'
import { orderStateWords } from '#app/words/order-states.ts'
import { registerWords } from '#app/words/register.ts'

/** A target of the palette. A part is shown with its picture and figures. */
export type PaletteHit = { label: string; detail?: string; path: string; part?: Suggestion }

const SHOWN = 5

/** Whether the text contains each typed word. */
export function fits(typed: string, ...texts: string[]): boolean {
  const text = foldText(texts.join(' '))
  return foldText(typed)
    .split(' ')
    .every((word) => text.includes(word))
}

type Role = { isSignedIn: boolean } & Parameters<typeof dashboardGroups>[0]

export function screenHits(typed: string, { isSignedIn, ...rights }: Role): PaletteHit[] {
  const open: PaletteHit[] = [
    { label: layoutWords.home, path: paths.home },
    { label: layoutWords.allParts, path: paths.inventory },
    { label: words.quote, path: paths.quote },
    { label: layoutWords.blogs, path: paths.blogs },
    { label: layoutWords.aboutUs, path: paths.about },
    { label: layoutWords.contactUs, path: paths.contact },
  ]
  const ofRole: PaletteHit[] = isSignedIn
    ? dashboardGroups(rights)
        .flatMap(({ entries }) => entries)
        .flatMap(([path, , label]) => [{ label, path }, ...pageHits(path, label)])
    : [
        { label: layoutWords.login, path: paths.login },
        { label: registerWords.title, path: paths.register },
      ]
  return [...ofRole, ...open].filter(({ label, detail = '' }) => fits(typed, label, detail))
}

const subPages = [profilePages, settingsPages]

/** The further pages of a screen of the menu. */
const pageHits = (screen: string, title: string): PaletteHit[] =>
  (subPages.find(([first]) => first?.path === screen) ?? [])
    .slice(1)
    .map(({ path, label, about }) => ({ path, label, detail: about === undefined ? title : `${title}: ${about}` }))

export const partHit = (part: Suggestion): PaletteHit => ({ label: part.name, detail: part.partNumber, path: paths.part(part._id), part })

/** An admin opens an order in the list of all orders, its buyer on its own page. */
export const orderHit = (order: Order, isAdmin: boolean): PaletteHit => ({
  label: order.name,
  detail: words.order(order.number, formatCount(order.orderQuantity), orderStateWords[stateOf(order)]),
  path: isAdmin ? `${paths.allOrder}?${new URLSearchParams({ q: order.email, open: order._id })}` : paths.order(order._id),
})

/** What can be begun from anywhere. */
export const newQuoteHit: PaletteHit = { label: words.newQuote, path: paths.quote }

/** What can be done with a found order: its question opens above its row. */
export const shipHit = ({ _id, number, name }: Order): PaletteHit => ({
  label: words.ship(number),
  detail: name,
  path: `${paths.allOrder}?${new URLSearchParams({ q: number, ship: _id })}`,
})

/** The newest orders of which a text names the part. They come with the newest last. */
export const orderHits = (typed: string, orders: readonly Order[]): PaletteHit[] =>
  orders
    .filter(({ name, number }) => fits(typed, name, number))
    .slice(-SHOWN)
    .toReversed()
    .map((order) => orderHit(order, false))

export const quoteHits = (typed: string, quotes: readonly QuoteSummary[]): PaletteHit[] =>
  quotes
    .filter(({ name, number }) => fits(typed, name, number))
    .slice(0, SHOWN)
    .map(({ _id, name, number }) => ({ label: name || words.unnamedQuote, detail: number, path: paths.quoteOne(_id) }))

export const searchHit = (typed: string): PaletteHit => ({
  label: words.allParts(typed),
  path: listAddress(paths.inventory, new URLSearchParams({ q: typed }).toString(), undefined),
})

export const ordersOfHit = (email: string): PaletteHit => ({
  label: words.ordersOf(email),
  path: `${paths.allOrder}?${new URLSearchParams({ q: email })}`,
})
