/** How long a screen may take to open offline before the notice says why. */
const NOTICE_AFTER_MS = 500

/**
 * What a page does about files and data that do not come. It stands in the page, not in its scripts, because those may be
 * what is lost. docs/decisions/0024-files-are-asked-for-again.md.
 */
export const LOST_FILES_SCRIPT =
  import.meta.env.SSR && import.meta.env.PROD ? `(${askForFilesAgain})();(${keepPage})(${NOTICE_AFTER_MS});` : ''

/** The service worker is not urgent: a page has what it needs when it is loaded. */
function askForFilesAgain() {
  addEventListener('load', () => setTimeout(() => navigator.serviceWorker?.register('/service-worker.js').catch(() => {})))
}

/**
 * React Router reloads the page when the script of another screen is missing, even when the pointer only rests on a link,
 * and does not ask for that script again. Instead, the screen whose link was pressed is loaded as a page, once the shop
 * answers. Unless a link or a button was pressed and nothing typed since, the page stays. While the shop does not answer,
 * the notice of `lost-files-notice.tsx` says so, and its button asks again.
 */
function keepPage(noticeAfterMs: number) {
  let isScriptMissing = false
  /** Goes on to the screen whose data did not come. */
  let goOn: (() => void) | undefined
  /** What to load when a script is missing: the address of the pressed link, '' for this page, undefined for nothing. */
  let wanted: string | undefined
  let lastWanted = ''

  function showNotice(isShown: boolean) {
    const notice = document.getElementById('lost-files')
    if (notice) notice.hidden = !isShown
  }

  async function load(address: string) {
    lastWanted = address
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    const isReached = answer !== undefined && answer.status < 500
    showNotice(!isReached)
    if (!isReached || wanted === undefined) return
    wanted = undefined
    location.assign(address)
  }

  addEventListener('input', () => (wanted = undefined), true)
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
      else if (isRetry) void load(lastWanted)
      // Offline, the service worker waits with the script; a screen that is here already hides the notice when it opens.
      if (isLink && !navigator.onLine) setTimeout(() => wanted === pressed.href && showNotice(true), noticeAfterMs)
      if (!isLink || !isScriptMissing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void load(wanted)
    },
    true,
  )
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload') {
      if (wanted !== undefined) wanted = ''
      goOn = undefined
      showNotice(false)
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
    showNotice(true)
    return new Promise((resolve) => {
      goOn = () => {
        // After Back, the address is that of the next screen already.
        const headers = { Location: url, ...(url === location.href.replace(/#.*/, '') && { 'X-Remix-Replace': 'true' }) }
        resolve(new Response(null, { status: 302, headers }))
      }
    })
  }
  // What was typed since the press would be lost.
  addEventListener('online', () => {
    if (wanted !== undefined) goOn?.()
  })
}
