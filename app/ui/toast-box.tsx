import { toast as toastify, ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { TOAST_AUTO_CLOSE_MS } from '#contract/limits.ts'

/** Where toasts appear. Specification section 9: top right, light, gone after five seconds. */
export function ToastBox() {
  return <ToastContainer position="top-right" theme="light" autoClose={TOAST_AUTO_CLOSE_MS} aria-label="Messages" />
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
            Try again
          </button>
        )}
      </div>
    ),
    { toastId: `${kind}: ${text}` },
  )
}
