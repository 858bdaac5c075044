import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { toast as toastify, ToastContainer, type CloseButtonProps } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { TOAST_AUTO_CLOSE_MS } from '#contract/basics/limits.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { controlWords as words } from '#app/words/controls.ts'

/** Light by night as well, as toasts are. */
const TOAST_CLOSE =
  'toast-close absolute z-2 top-1.5 right-1 grid place-items-center size-11 text-[#4b576e] cursor-pointer hover:text-[#0f1b33] [@media(width<=30rem)]:top-0 [@media(width<=30rem)]:right-0'

/**
 * The box of toasts. Specification section 9: top right, light, closed after five seconds. Alt+T moves the focus to
 * them; a focused toast stays until the focus leaves it, and Escape closes it. Closing restores the focus.
 */
export function ToastBox() {
  const cameFrom = useRef<HTMLElement>(null)

  const onFocus = ({ currentTarget, relatedTarget, target }: FocusEvent) => {
    if (target.matches(':focus-visible')) toastify.pause()
    if (currentTarget.contains(relatedTarget)) return
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) toastify.play()
  }
  const leave = () => {
    toastify.play()
    cameFrom.current?.focus()
  }
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('.toast-close')) leave()
  }
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || !(target instanceof Element)) return
    toastify.dismiss(target.closest('.Toastify__toast')?.id)
    leave()
  }

  return (
    // Not exposed to assistive technology: the section inside is the region of the messages.
    <div role="presentation" onFocus={onFocus} onBlur={onBlur} onClick={onClick} onKeyDown={onKeyDown}>
      <ToastContainer
        position="top-right"
        theme="light"
        autoClose={TOAST_AUTO_CLOSE_MS}
        closeButton={CloseToast}
        aria-label={words.toasts}
      />
    </div>
  )
}

function CloseToast({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className={TOAST_CLOSE} aria-label={words.closeToast} onClick={() => closeToast(true)}>
      <CloseIcon />
    </button>
  )
}

/** Shows a toast; the same text is not shown twice at a time. */
export function showToast(kind: 'success' | 'error' | 'info', text: string, retry?: () => void) {
  toastify[kind](
    ({ closeToast }) => (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 min-w-0 wrap-anywhere">
        <span>{text}</span>
        {retry && (
          <button
            type="button"
            className="min-h-11 font-semibold underline underline-offset-3 cursor-pointer"
            onClick={() => {
              closeToast()
              retry()
            }}
          >
            {words.tryAgain}
          </button>
        )}
      </div>
    ),
    { toastId: `${kind}: ${text}` },
  )
}
