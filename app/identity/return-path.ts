import { paths } from '#app/paths.ts'

/** Maximum length of a stored path in characters. */
const MAX_LENGTH = 2_000
/** Maximum number of nested encodings. */
const MAX_ENCODINGS = 3
/** Any origin; used to detect whether a path leaves it. */
const ORIGIN = 'https://shop.invalid'

/** Starts with a single slash; no backslash, white space or invisible character. */
const PLAIN = /^\/(?![/\\])[^\\\p{C}\p{Z}]*$/u
/** As browsers serialise URLs: printable ASCII only. */
const WRITTEN = /^[\x21-\x7e]+$/

/** Screens that themselves return to the previous place. */
const NO_PLACE_TO_RETURN_TO = [paths.login, paths.register, paths.resetPassword, paths.signInLink, '/api']

/**
 * The normalised path and search of a place in the shop; null for everything that may lead elsewhere. Checked both when
 * a place is stored and when it is used, because browser state can be changed.
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

/** Plain at every level of decoding. */
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

/** State for the login page: where the visitor came from, and whether a session ended there. */
export type LoginState = { from: string | null; sessionEnded?: boolean; accountReady?: boolean }

/**
 * Where to go after signing in, from the navigation state. It survives a reload and is not part of the URL, so no
 * external link can choose the place.
 */
export function returnPathOf(state: unknown): string {
  return inAppPath(loginStateOf(state).from) ?? paths.home
}

/** The navigation state of the login page. */
export function loginStateOf(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return { from: null }
  return {
    from: inAppPath('from' in state ? state.from : null),
    sessionEnded: 'sessionEnded' in state && state.sessionEnded === true,
    accountReady: 'accountReady' in state && state.accountReady === true,
  }
}

/** State for the login page to return to `location`. */
export function loginStateAt(location: { pathname: string; search: string }, sessionEnded = false): LoginState {
  return { from: inAppPath(location.pathname + location.search), sessionEnded }
}
