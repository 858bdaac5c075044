import { controlWords as words } from '#app/words/controls.ts'

/** Tells that something is on its way: a turning ring and the words beside it. */
export function Spinner({ text = words.loading }: { text?: string }) {
  return (
    <p role="status" className="spinner">
      <span className="spinner-ring" aria-hidden="true" />
      {text}
    </p>
  )
}
