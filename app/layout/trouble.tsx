import { messages } from '#contract/messages.ts'
import { Button } from '#app/ui/button.tsx'

/** Stands where a screen failed. Loading the page anew is the retry that also clears a broken script. */
export function Trouble() {
  return (
    <div className="shell not-found">
      <h1 className="text-2xl">{messages.tryAgainLater}</h1>
      <p className="mt-3 text-soft">This page could not be loaded. Nothing you did is lost.</p>
      <div className="mt-8">
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </div>
    </div>
  )
}
