import type { Customer } from '../shops/open-shop.ts'
import { principals, type Principal } from '../shops/principals.ts'

/** Status for the caller's own objects, and for those of another person. */
type Cell = readonly [own: number, other: number]
type Cells = Record<Principal, Cell>
/** What a request names: one person's email, or the id of something that is theirs. */
export type Named = { email: string; id: string }
export type Row = {
  cells: Cells
  /** The object of the request, where it belongs to no person; without it and `thingOf` only emails count. */
  thing?: () => Promise<string>
  /** Creates the object of the request for this person. */
  thingOf?: (person: Customer) => Promise<string>
  ask?: (named: Named) => { path?: string; payload?: object }
  endsSession?: boolean
  /** Why the session of the caller does not end while the call, which is no GET, runs. */
  endsUntried?: string
  /** A body that is taken, where `ask` has one that is refused. */
  taken?: () => object
}

const live = new Set<Principal>(['owner', 'other user', 'unverified', 'admin', 'ex-admin with a live session'])
const fill = (cellOf: (principal: Principal) => Cell) =>
  Object.fromEntries(principals.map((principal) => [principal, cellOf(principal)])) as Cells

/** A valid key is refused; calls that accept keys override this in their rows. */
const keysRefused = { 'key without scope': [403, 403], 'key with scope': [403, 403], 'shop key of an admin': [403, 403] } as const
/** Of a call that accepts keys: with its scope a key acts as its owner, admin or not. */
export const withKeys = (cells: Cells, own: number, other = own): Cells => ({ ...cells, 'key with scope': [own, other] })
/** Of a call that accepts keys for the shop: such a key of an admin acts for it. */
export const forTheShop = (cells: Cells): Cells => ({ ...cells, 'shop key of an admin': cells.admin })

/** Of a call that any key may make. */
export const withAnyKey = (cells: Cells): Cells => ({
  ...cells,
  'key without scope': cells.owner,
  'key with scope': cells.owner,
  'shop key of an admin': cells.owner,
})

/** Of the address of agents. */
export const forAgents = (status: number): Cells => ({
  ...fill(() => [401, 401]),
  'key without scope': [status, status],
  'key with scope': [status, status],
  'shop key of an admin': [status, status],
})

export const everyone = (status: number) => fill(() => [status, status])
export const whoIsSignedIn = (own: number, other = own) =>
  Object.assign(
    fill((who) => (live.has(who) ? [own, other] : [401, 401])),
    keysRefused,
  )
export const ownerOrAdmin = (own: number, other: number) => ({ ...whoIsSignedIn(own, other), admin: [own, own] as const })
export const adminsAlone = (status: number) => ({ ...whoIsSignedIn(403), admin: [status, status] as const })
/** A quote is visible to its owner only, not even to an admin. */
export const ofTheirQuote = withKeys(whoIsSignedIn(200, 404), 200, 404)
/** Of the cookie only the person themselves; a disabled account keeps it and gets its own refusal. */
export const holderOfTheCookie: Cells = {
  ...whoIsSignedIn(200, 403),
  disabled: [403, 403],
  'key without scope': [401, 401],
  'key with scope': [401, 401],
  'shop key of an admin': [401, 401],
}

/** Everyone reaches the validation of the body. */
export const openFormula = { cells: everyone(400), ask: () => ({ payload: {} }) }
export const openPage = { cells: everyone(200) }
