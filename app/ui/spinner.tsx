import { controlWords as words } from '#app/words/controls.ts'

/** A spinning ring with text. */
export function Spinner({ text = words.loading }: { text?: string | undefined }) {
  return (
    <p role="status" className="spinner">
      <span className="spinner-ring" aria-hidden="true" />
      {text}
    </p>
  )
}
