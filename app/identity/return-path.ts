import { paths } from '#app/paths.ts'

/** Longest address worth remembering, in characters. */
const MAX_LENGTH = 2_000
/** How often an address may be encoded over before it counts as a disguise. */
const MAX_ENCODINGS = 3
/** Any origin will do: it is only there to see whether an address leaves it. */
const ORIGIN = 'https://shop.invalid'

/** A single slash first, and nowhere a backslash, white space, or a character that is not seen. */
const PLAIN = /^\/(?![/\\])[^\\\p{C}\p{Z}]*$/u
/** As the browser writes an address: printable ASCII alone. */
const WRITTEN = /^[\x21-\x7e]+$/

/** Screens that lead back to where one came from: returning to one of them would lead nowhere. */
const NO_PLACE_TO_RETURN_TO = [paths.login, paths.register, paths.resetPassword, paths.signInLink, '/api']

/**
 * A place in the shop, as path and search, in its shortest spelling; null for everything that leads elsewhere or
 * might. It is asked both when a place is remembered and when it is used, because what is kept in the browser can be
 * changed there.
 */
export function inAppPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !WRITTEN.test(value) || !isPlainInside(value)) return null
  const url = new URL(value, ORIGIN)
  if (url.origin !== ORIGIN) return null
  // '/.//elsewhere' is plain until its dot is resolved.
  const path = url.pathname + url.search
  if (!isPlainInside(path) || NO_PLACE_TO_RETURN_TO.some((place) => isBelow(url.pathname, place))) return null
  return path
}

/** Plain itself, and however often it is decoded. */
function isPlainInside(written: string): boolean {
  let text = written
  for (let encodings = 0; encodings <= MAX_ENCODINGS; encodings += 1) {
    if (!PLAIN.test(text)) return false
    const decoded = decode(text)
    if (decoded === text) return true
    if (decoded === null) return false
    text = decoded
  }
  return false
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

const isBelow = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`)

/** What the login page is given to know where a visitor came from, and that a session has ended there. */
export type LoginState = { from: string | null; sessionEnded?: boolean; accountReady?: boolean }

/**
 * Where to go after signing in, from a navigation's state. Navigation state survives a reload and stays out of the
 * address, so that no link from elsewhere can choose the place.
 */
export function returnPathOf(state: unknown): string {
  return inAppPath(loginStateOf(state).from) ?? paths.home
}

/** A navigation's state as the login page understands it. */
export function loginStateOf(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return { from: null }
  return {
    from: inAppPath('from' in state ? state.from : null),
    sessionEnded: 'sessionEnded' in state && state.sessionEnded === true,
    accountReady: 'accountReady' in state && state.accountReady === true,
  }
}

/** What to give to the login page so that it leads back to `location`. */
export function loginStateAt(location: { pathname: string; search: string }, sessionEnded = false): LoginState {
  return { from: inAppPath(location.pathname + location.search), sessionEnded }
}
