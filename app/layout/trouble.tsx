import { tryAgainLater } from '#contract/basics/try-again-later.ts'
import { loadAgain } from '#app/layout/load-again.ts'
import { Button } from '#app/ui/button.tsx'
import { controlWords } from '#app/words/controls.ts'
import { layoutWords } from '#app/words/layout.ts'

/** Shown if a screen fails. Its button loads the page again, which also replaces a broken script. */
export function Trouble() {
  return (
    <div className="shell py-[clamp(3rem,10vw,8rem)]">
      <h1 className="text-2xl">{tryAgainLater}</h1>
      <p className="mt-3 text-soft">{layoutWords.nothingLost}</p>
      <div className="mt-8">
        <Button onClick={loadAgain}>{controlWords.tryAgain}</Button>
      </div>
    </div>
  )
}
