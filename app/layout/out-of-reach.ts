import { redirect, replace, type DataStrategyResult, type MiddlewareFunction } from 'react-router'
import { SCRIPT_TIMEOUT_MS } from '#contract/basics/limits.ts'

/**
 * While the shop is unreachable, script or data of the next screen cannot be loaded. The page then stays unchanged, with its input,
 * and `out-of-reach-notice.tsx` offers to try again.
 */

type Results = Record<string, DataStrategyResult>

/** What *Try again* does; undefined while nothing is out of reach. */
let tryAgain: (() => void) | undefined
const listeners = new Set<() => void>()

function show(next: (() => void) | undefined): void {
  tryAgain = next
  for (const listener of listeners) listener()
}

/** Offers to try again until the navigation is given up. */
function offer(next: () => void, { signal }: Request): void {
  show(next)
  signal.addEventListener('abort', () => tryAgain === next && show(undefined))
}

export const outOfReach = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  tryAgain: () => tryAgain,
}

/** The screen that is being opened. */
let opening: Request | undefined

/** Runs around each navigation. When this returns nothing, React Router handles the failure itself. */
export const stayWhileOutOfReach: MiddlewareFunction<Results> = async ({ request }, next) => {
  const { url, signal } = request
  opening = request
  show(undefined)
  const timer = setTimeout(() => void openAsPage(request), SCRIPT_TIMEOUT_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))

  // Never ends where the script of the screen is missing: see stayOnReload.
  const results = await next()
  clearTimeout(timer)
  if (opening === request) opening = undefined
  if (signal.aborted || !Object.values(results).some(isLost)) return

  await new Promise<void>((resolve) => {
    offer(resolve, request)
    signal.addEventListener('abort', () => resolve())
  })
  // After Back, the address is that of the next screen already.
  throw url === location.href.replace(/#.*/, '') ? replace(url) : redirect(url)
}

/** The request failed, its answer broke off, or the server could not answer now. What the shop itself answered is final. */
function isLost({ result }: DataStrategyResult): boolean {
  if (result instanceof Error) return result instanceof TypeError || 'cause' in result
  return [429, 502, 503, 504].includes((result as { status?: number } | undefined)?.status ?? 0)
}

/**
 * Where the script of another screen cannot be loaded, React Router reloads this page, also when the pointer only rests on a link. The
 * browser caches the failed import, so the pressed screen is opened as a page instead. Browsers without the Navigation API reload.
 * @returns a function that ends it.
 */
export function stayOnReload(): () => void {
  const listener = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable) return
    event.preventDefault()
    if (opening && !opening.signal.aborted) void openAsPage(opening)
  }
  window.navigation?.addEventListener('navigate', listener)
  return () => window.navigation?.removeEventListener('navigate', listener)
}

/** Opens the screen as a page once the shop answers. */
async function openAsPage(request: Request): Promise<void> {
  const { url, signal } = request
  show(undefined)
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  if (signal.aborted) return
  if (answer && answer.status < 500) location.assign(url)
  else offer(() => void openAsPage(request), request)
}

/** For a part of this screen whose script cannot be loaded: *Try again* loads this page once the shop answers. Never ends. */
export function stayWithoutScript(): Promise<never> {
  const request = new Request(location.href.replace(/#.*/, ''))
  offer(() => void openAsPage(request), request)
  return new Promise(() => {})
}
