import { EXTERNAL_SIGN_IN_CHANNEL, type IdentityProviderId, type ExternalSignInOutcome } from '#contract/people/identity.ts'
import { SESSION } from '#contract/basics/limits.ts'

/** The name finds the same window again, also after a reload of the page. */
const WINDOW_NAME = 'outside-sign-in'
/** Interval of checks whether the window is still open; there is no event for it. */
const LOOK_MS = 300
/** A window that closes itself may be closed before its last message arrives. */
const LAST_WORD_MS = 1_000

/**
 * Opens an empty window over the middle of the shop's. Must be called in a click handler before any await.
 * @returns null when the browser blocks it.
 */
export function openPopup(): Window | null {
  const { width, height } = SESSION.popup
  const left = window.screenX + Math.max(0, (window.outerWidth - width) / 2)
  const top = window.screenY + Math.max(0, (window.outerHeight - height) / 2)
  const popup = window.open('', WINDOW_NAME, `popup,width=${width},height=${height},left=${left},top=${top}`)
  return popup && !popup.closed ? popup : null
}

/**
 * Navigates the window to a provider and waits for its result. `onClosed` is called when the window closes without one;
 * the waiting continues, because a provider's opener policy can make an open window look closed.
 * @throws the signal's reason when aborted.
 */
export function signInInside(
  popup: Window,
  issuer: IdentityProviderId,
  { signal, onClosed }: { signal: AbortSignal; onClosed: () => void },
): Promise<ExternalSignInOutcome> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(EXTERNAL_SIGN_IN_CHANNEL)
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
    channel.addEventListener('message', ({ data }: MessageEvent<ExternalSignInOutcome>) => {
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
