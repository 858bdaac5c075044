import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { PlaceOfReads } from '#app/ui/told-reads.ts'

type DialogProps = {
  /** Its name; its content begins with a heading of the same words. */
  label: string
  children: ReactNode
  /** Escape was pressed, or, with `closesOutside`, something beside the dialog. It closes when it is no longer rendered. */
  onClose: () => void
  /** A call is running: the dialog cannot be closed. */
  busy?: boolean
  closesOutside?: boolean
  className?: string
}

/** The browser's own modal dialog, open as long as it is rendered: it keeps the focus inside and returns it to where it was. */
export function Dialog({ label, children, onClose, busy = false, closesOutside = false, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    let isGone = false
    // The press that opens it is painted first: a modal dialog restyles the whole page, which takes a slow device 100 ms.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (!isGone) element?.showModal()
      }),
    )
    return () => {
      isGone = true
      // Closing before the element leaves the page is what gives the focus back.
      element?.close()
    }
  }, [])

  const close = () => {
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-label={label}
      // Without 'none', a second Escape closes it without asking, and the answer is not seen.
      closedby={busy ? 'none' : closesOutside ? 'any' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // Browsers close at a second Escape without asking. A dialog that was reopened in the meantime stays.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) close()
      }}
    >
      <PlaceOfReads value={useId()}>{children}</PlaceOfReads>
    </dialog>
  )
}
