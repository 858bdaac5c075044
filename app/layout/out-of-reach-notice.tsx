import { useEffect, useSyncExternalStore } from 'react'
import { outOfReach, stayOnReload } from '#app/layout/out-of-reach.ts'
import { Button } from '#app/ui/button.tsx'
import { controlWords } from '#app/words/controls.ts'
import { layoutWords } from '#app/words/layout.ts'

/** A notice above the current screen while the shop cannot be reached. */
export function OutOfReachNotice() {
  const tryAgain = useSyncExternalStore(outOfReach.subscribe, outOfReach.tryAgain, () => undefined)
  useEffect(stayOnReload, [])
  return (
    tryAgain && (
      <div
        role="alert"
        className="out-of-reach notice notice-danger sticky z-20 w-[min(40rem,calc(100%-2rem))] mx-auto my-3 [box-shadow:var(--shadow-lift)]"
      >
        <p className="grow">{layoutWords.unreachable}</p>
        <Button variant="secondary" onClick={tryAgain}>
          {controlWords.tryAgain}
        </Button>
      </div>
    )
  )
}
