import { useEffect, useState, type ComponentType } from 'react'
import { loadToastBox, onFirstToast } from '#app/ui/toast.ts'

const IDLE_DELAY_MS = 3_000

/**
 * Mounts the box of toasts when it is needed. Its code is prefetched, because toasts are needed most when the network
 * has failed: when a page that is `expecting` toasts is idle, and elsewhere when a form gets the focus. Pages for
 * reading never load it.
 */
export function ToastHost({ expecting }: { expecting: boolean }) {
  const [Box, setBox] = useState<ComponentType>()

  useEffect(() => {
    const listening = new AbortController()
    const mount = () => {
      // Without the box nothing can be shown; the next toast retries.
      loadToastBox().then(
        (box) => setBox(() => box.ToastBox),
        () => undefined,
      )
    }
    const timer = expecting ? setTimeout(mount, IDLE_DELAY_MS) : undefined
    const forget = onFirstToast(mount)
    const mountForForm = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('form')) mount()
    }
    document.addEventListener('focusin', mountForForm, { signal: listening.signal })
    return () => {
      clearTimeout(timer)
      forget()
      listening.abort()
    }
  }, [expecting])

  return Box ? <Box /> : null
}
