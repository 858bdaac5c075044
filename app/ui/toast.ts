import type * as toastBox from '#app/ui/toast-box.tsx'

type ToastBox = typeof toastBox

let loading: Promise<ToastBox> | undefined
let wakeHost: (() => void) | undefined

/** Loads the toast code once; a failed load can be retried. */
export function loadToastBox(): Promise<ToastBox> {
  loading ??= import('#app/ui/toast-box.tsx').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Registers what mounts the box of toasts; called by the host when the first toast is due. */
export function onFirstToast(wake: () => void): () => void {
  wakeHost = wake
  return () => {
    wakeHost = undefined
  }
}

async function show(kind: 'success' | 'error' | 'info', text: string, retry?: () => void) {
  wakeHost?.()
  const { showToast } = await loadToastBox()
  showToast(kind, text, retry)
}

/** Short temporary messages. `retry` adds a button that repeats the failed action. */
export const toast = {
  success: (text: string) => void show('success', text),
  info: (text: string) => void show('info', text),
  error: (text: string, { retry }: { retry?: (() => void) | undefined } = {}) => void show('error', text, retry),
}
