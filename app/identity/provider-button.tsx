import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { identityCalls, type IdentityProviderId } from '#contract/people/identity.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { openPopup, signInInside } from '#app/identity/popup.ts'
import { signInWith } from '#app/identity/sign-in.ts'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { loginWords as words } from '#app/words/login.ts'
import { signInWords } from '#app/words/sign-in.ts'

type ProviderButtonProps = {
  /** Undefined if the shop does not have this provider. */
  issuer: IdentityProviderId | undefined
  /** Name of the provider in messages about its window. */
  name: string
  hint?: string | undefined
  children: ReactNode
}

/** Signs in with an external identity provider in a separate window; shows its error below. */
export function ProviderButton({ issuer, name, hint, children }: ProviderButtonProps) {
  const isHydrated = useHydrated()
  const hintId = useId()
  const { progress, failure, press } = useExternalSignIn(issuer, name)

  return (
    <div>
      <Button
        variant="secondary"
        className="w-full"
        busy={progress === 'finishing'}
        disabled={!isHydrated}
        aria-describedby={hint ? hintId : undefined}
        onClick={press}
      >
        {children}
      </Button>
      {hint && (
        <p id={hintId} className="mt-2 text-sm text-soft">
          {hint}
        </p>
      )}
      <p role="status" className="text-sm text-soft not-empty:mt-2">
        {progress === 'waiting' && words.goOnInWindow(name)}
      </p>
      {progress === 'finishing' && <Spinner text={signInWords.loginProcessing} />}
      {failure && (
        <p role="alert" className="field-error mt-2">
          {failure}
        </p>
      )}
    </div>
  )
}

type Progress = 'idle' | 'waiting' | 'finishing'

/** The provider or the shop refused; the message says why. */
class ProviderRefusal extends Error {}

/** One attempt at a time; pressing the button again focuses the open window. */
function useExternalSignIn(issuer: IdentityProviderId | undefined, name: string) {
  const [progress, setProgress] = useState<Progress>('idle')
  const [failure, setFailure] = useState<string>()
  const attempt = useRef<{ popup: Window; controller: AbortController }>(null)

  // Leaving the page ends the attempt.
  useEffect(() => () => endAttempt(), [])

  function endAttempt() {
    attempt.current?.controller.abort()
    attempt.current?.popup.close()
    attempt.current = null
  }

  function press() {
    if (attempt.current && !attempt.current.popup.closed) {
      attempt.current.popup.focus()
      return
    }
    endAttempt()
    setFailure(undefined)
    if (issuer === undefined) {
      setFailure(words.googleNotSetUp)
      return
    }
    const popup = openPopup()
    if (popup === null) {
      setFailure(words.popupBlocked(name))
      return
    }
    const controller = new AbortController()
    attempt.current = { popup, controller }
    void signIn(issuer, popup, controller.signal)
  }

  async function signIn(at: IdentityProviderId, popup: Window, signal: AbortSignal) {
    const onClosed = () => {
      setProgress('idle')
      setFailure(words.popupClosed(name))
    }
    setProgress('waiting')
    try {
      await signInWith(async () => {
        const outcome = await signInInside(popup, at, { signal, onClosed })
        if (!outcome.signedIn) throw new ProviderRefusal(outcome.message)
        setFailure(undefined)
        setProgress('finishing')
        const { identity } = await callApi(identityCalls.current)
        if (identity === null) throw new ProviderRefusal(words.cookiesNeeded)
        return { identity }
      })
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof ProviderRefusal ? error.message : sentenceOf(error))
    } finally {
      if (!signal.aborted) {
        attempt.current = null
        setProgress('idle')
      }
    }
  }

  return { progress, failure, press }
}
