import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { toast as toastify, ToastContainer, type CloseButtonProps } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { TOAST_AUTO_CLOSE_MS } from '#contract/limits.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { controlWords as words } from '#app/words/controls.ts'

/**
 * Where toasts appear. Specification section 9: top right, light, gone after five seconds. Alt+T leads to them; one that
 * the keyboard has reached stays until it is left, and Escape closes it. Closing leads back to where one was.
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
    // No element of its own to those who do not see it: the section inside is the region of the messages.
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
    <button type="button" className="toast-close" aria-label={words.closeToast} onClick={() => closeToast(true)}>
      <CloseIcon />
    </button>
  )
}

/** Shows one toast; the same words are not shown twice at once. */
export function showToast(kind: 'success' | 'error' | 'info', text: string, retry?: () => void) {
  toastify[kind](
    ({ closeToast }) => (
      <div className="toast-text">
        <span>{text}</span>
        {retry && (
          <button
            type="button"
            className="toast-retry"
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
