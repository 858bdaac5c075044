import { useId, useRef } from 'react'
import { terms } from '#app/company/content/terms.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { IconButton } from '#app/ui/button.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { termsWords as words } from '#app/words/terms.ts'

/**
 * A button that opens the terms to be read. The browser's own modal dialog keeps the focus inside, closes at Escape and
 * gives the focus back to the button. Stands beside the label of a box to tick: in it, it would belong to its name.
 */
export function TermsDialog() {
  const isHydrated = useHydrated()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  return (
    <>
      <button
        type="button"
        className="link min-h-11"
        aria-haspopup="dialog"
        disabled={!isHydrated}
        onClick={() => dialog.current?.showModal()}
      >
        {words.open}
      </button>
      <dialog
        ref={dialog}
        className="modal w-[min(44rem,calc(100vw-2rem))] overscroll-contain"
        aria-labelledby={titleId}
        // A press beside the dialog closes it, where the browser knows how.
        closedby="any"
      >
        {/* Stays in sight, and takes the focus inside what scrolls, so that the keys scroll the text. */}
        <div className="sticky top-0 flex items-center justify-between gap-4 border-b border-line bg-surface py-3 pr-3 pl-6">
          <h2 id={titleId} className="text-xl">{words.title}</h2>
          <IconButton label={words.close} icon={<CloseIcon />} onClick={() => dialog.current?.close()} />
        </div>
        <div className="grid gap-6 p-6">
          {terms.map(({ title, paragraphs }) => (
            <section key={title}>
              <h3 className="font-semibold">{title}</h3>
              {paragraphs.map((paragraph) => <p key={paragraph} className="mt-2">{paragraph}</p>)}
            </section>
          ))}
        </div>
      </dialog>
    </>
  )
}
