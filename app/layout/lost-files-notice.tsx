import { Button } from '#app/ui/button.tsx'
import { controlWords } from '#app/words/controls.ts'
import { layoutWords as words } from '#app/words/layout.ts'

/** Shown by the script of `lost-files.ts`, which also answers the button: React's own scripts may be what is lost. */
export function LostFilesNotice() {
  return (
    <div id="lost-files" role="alert" hidden className="lost-files notice notice-danger">
      <p className="grow">{words.unreachable}</p>
      <Button variant="secondary">{controlWords.tryAgain}</Button>
    </div>
  )
}
