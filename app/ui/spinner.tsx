import { SpinnerRing } from '#app/ui/spinner-ring.tsx'
import { controlWords as words } from '#app/words/controls.ts'

/** A spinning ring with text. */
export function Spinner({ text = words.loading }: { text?: string | undefined }) {
  return (
    <p role="status" className="spinner flex items-center gap-3 py-6 text-soft">
      <SpinnerRing />
      {text}
    </p>
  )
}
