import { controlWords } from '#app/words/controls.ts'
import { layoutWords } from '#app/words/layout.ts'
import { offlineWords } from '#app/words/offline.ts'

/** How long a screen may take to open offline before the notice says why. */
const NOTICE_AFTER_MS = 500

const WORDS = { ...offlineWords, unreachable: layoutWords.unreachable, tryAgain: controlWords.tryAgain }

/**
 * What a page does about files and data that do not come. It stands in the page, not in its scripts, because those may be
 * what is lost. docs/decisions/0024-files-are-asked-for-again.md.
 */
export const LOST_FILES_SCRIPT =
  import.meta.env.SSR && import.meta.env.PROD ? `(${askForFilesAgain})();(${keepPage})(${NOTICE_AFTER_MS},${JSON.stringify(WORDS)});` : ''

/**
 * The service worker is not urgent: a page has what it needs when it is loaded. It is told which screen is open and what
 * files are there, and keeps copies of both for the time without a network.
 */
function askForFilesAgain() {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined

  async function keep(page?: string) {
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    const registration = await worker?.ready
    registration?.active?.postMessage({ page, files })
  }
  addEventListener('load', () =>
    setTimeout(() => {
      worker?.register('/service-worker.js').catch(() => {})
      void keep(location.href)
      window.navigation?.addEventListener('currententrychange', () => void keep(location.href))
    }),
  )
  // Some files come later.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void keep())
}

/**
 * React Router reloads the page when the script of another screen is missing, even when the pointer only rests on a link,
 * and does not ask for that script again. Instead, the screen whose link was pressed is loaded as a page, once the shop
 * answers. Unless a link or a button was pressed and nothing typed since, the page stays. While the shop does not answer,
 * the notice of `lost-files-notice.tsx` says so, and its button asks again.
 */
function keepPage(noticeAfterMs: number, words: typeof WORDS) {
  let isScriptMissing = false
  /** Goes on to the screen whose data did not come. */
  let goOn: (() => void) | undefined
  /** What to load when a script is missing: the address of the pressed link, '' for this page, undefined for nothing. */
  let wanted: string | undefined
  let lastWanted = ''
  /** Reads again what is shown from a copy. */
  let readAgain: (() => void) | undefined
  /** Whether something was typed into this screen. */
  let isTyped = false
  /** Whether this page is the copy of the service worker. */
  const { keptAt } = document.documentElement.dataset

  /** The last text stays until the next one; '' hides it. */
  function showNotice(text: string, tone = 'danger') {
    const notice = document.getElementById('lost-files')
    if (!notice || (notice.hidden ? '' : notice.textContent) === (text && text + words.tryAgain)) return
    const paragraph = Object.assign(document.createElement('p'), { className: 'grow', textContent: text })
    const button = Object.assign(document.createElement('button'), { className: 'button button-secondary', textContent: words.tryAgain })
    notice.classList.remove('notice-danger', 'notice-warning')
    notice.classList.add(`notice-${tone}`)
    notice.hidden = text === ''
    notice.replaceChildren(paragraph, button)
  }

  /** What is shown is a copy of this time, in milliseconds; without a time, nothing of it was read. */
  function showOffline(at: number) {
    const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
    const isToday = new Date(at).toDateString() === new Date().toDateString()
    const moment = isToday ? time : `${time}, ${new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at)}`
    showNotice(at ? `${words.offline} ${words.asOf} ${moment}.` : words.offline, 'warning')
  }

  async function load(address: string) {
    lastWanted = address
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    const isReached = answer !== undefined && answer.status < 500
    // The copy of a form can be sent as it is, and keeps what was typed.
    if (isReached && address === '' && isTyped) return showNotice('')
    if (!isReached && address === '' && keptAt !== undefined) return showOffline(Number(keptAt))
    showNotice(isReached ? '' : words.unreachable)
    if (!isReached || wanted === undefined) return
    wanted = undefined
    location.assign(address)
  }

  if (keptAt !== undefined) addEventListener('DOMContentLoaded', () => showOffline(Number(keptAt)))
  addEventListener(
    'input',
    () => {
      wanted = undefined
      isTyped = true
    },
    true,
  )
  addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('a,button') : null
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const isLink = pressed instanceof HTMLAnchorElement && pressed.origin === location.origin && !pressed.target && !pressed.download
      const isRetry = pressed.matches('#lost-files button')
      wanted = isLink ? pressed.href : isRetry ? lastWanted : ''
      if (isLink) lastWanted = pressed.href
      if (isRetry && goOn) goOn()
      else if (isRetry && readAgain) readAgain()
      else if (isRetry) void load(lastWanted)
      // Offline, the service worker waits with the script; a screen that is here already hides the notice when it opens.
      if (isLink && !navigator.onLine) setTimeout(() => wanted === pressed.href && showNotice(words.unreachable), noticeAfterMs)
      if (!isLink || !isScriptMissing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void load(wanted)
    },
    true,
  )
  window.navigation?.addEventListener('navigate', (event) => {
    // The router's own entry for the first screen.
    if (!('hydrated' in document.documentElement.dataset) && event.navigationType === 'replace') return
    if (event.navigationType !== 'reload') {
      if (wanted !== undefined) wanted = ''
      goOn = readAgain = undefined
      isTyped = false
      lastWanted = ''
      showNotice('')
    } else if (!event.userInitiated && event.cancelable) {
      event.preventDefault()
      isScriptMissing = true
      if (wanted !== undefined) void load(wanted || location.href.replace(/#.*/, ''))
    }
  })
  window.holdScreen = (url, results) => {
    // The request failed, its answer broke off, or the server could not answer now. What the shop itself answered is final.
    const isLost = Object.values(results).some(({ result }) =>
      result instanceof Error
        ? result instanceof TypeError || 'cause' in result
        : [429, 502, 503, 504].includes((result as { status?: number } | undefined)?.status ?? 0),
    )
    if (!isLost) return undefined
    showNotice(words.unreachable)
    const isAnswered = Object.values(results).some(({ result }) => result !== undefined && !(result instanceof Error))
    if (!isAnswered && !isTyped) void window.caches?.match(url).then((copy) => copy && wanted !== undefined && location.assign(url))
    return new Promise((resolve) => {
      goOn = () => {
        // After Back, the address is that of the next screen already.
        const headers = { Location: url, ...(url === location.href.replace(/#.*/, '') && { 'X-Remix-Replace': 'true' }) }
        resolve(new Response(null, { status: 302, headers }))
      }
    })
  }
  window.showCopyOf = (at, read) => {
    readAgain = read
    if (read) showOffline(at ?? 0)
    else showNotice('')
  }
  // What was typed since the press would be lost.
  addEventListener('online', () => {
    if (wanted !== undefined) goOn?.()
  })
}
