import { OUTSIDE_CHANNEL, type OutsideIssuerId, type OutsideOutcome } from '#contract/identity.ts'
import { SESSION } from '#contract/limits.ts'

/** Pressing the button again finds the same window, also after a reload of the page. */
const WINDOW_NAME = 'outside-sign-in'
/** How often one looks whether the window is still open; nothing tells when it is closed. */
const LOOK_MS = 300
/** A window that closes itself may be gone before its last word has arrived. */
const LAST_WORD_MS = 1_000

/**
 * An empty window in the middle of the shop's. Only a click may open one, before anything is waited for.
 * @returns null when the browser keeps it from opening.
 */
export function openPopup(): Window | null {
  const { width, height } = SESSION.popup
  const left = window.screenX + Math.max(0, (window.outerWidth - width) / 2)
  const top = window.screenY + Math.max(0, (window.outerHeight - height) / 2)
  const popup = window.open('', WINDOW_NAME, `popup,width=${width},height=${height},left=${left},top=${top}`)
  return popup && !popup.closed ? popup : null
}

/**
 * Leads the window to an issuer and waits until it tells how that ended. `onClosed` is called when the window is gone
 * without a word; the waiting goes on, because an issuer can part two windows so that an open one looks closed.
 * @throws the signal's reason when aborted.
 */
export function signInInside(
  popup: Window,
  issuer: OutsideIssuerId,
  { signal, onClosed }: { signal: AbortSignal; onClosed: () => void },
): Promise<OutsideOutcome> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(OUTSIDE_CHANNEL)
    let goneFor = 0
    const looking = setInterval(() => {
      goneFor = popup.closed ? goneFor + LOOK_MS : 0
      if (goneFor < LAST_WORD_MS) return
      clearInterval(looking)
      onClosed()
    }, LOOK_MS)
    const stop = () => {
      clearInterval(looking)
      channel.close()
    }
    channel.addEventListener('message', ({ data }: MessageEvent<OutsideOutcome>) => {
      stop()
      resolve(data)
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
    popup.location.replace(`/api/auth/outside/${issuer}/start`)
  })
}
