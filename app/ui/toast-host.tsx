import { useEffect, useState, type ComponentType } from 'react'
import { loadToastBox, onFirstToast } from '#app/ui/toast.ts'

const IDLE_DELAY_MS = 3_000

/**
 * Mounts the box of toasts once it is needed. Its code is fetched ahead of that, because the moment a toast is most
 * needed is when the network has just failed: in a quiet moment of a page that is `expecting` toasts, and elsewhere as
 * soon as somebody goes into a form. Who only reads never loads it.
 */
export function ToastHost({ expecting }: { expecting: boolean }) {
  const [Box, setBox] = useState<ComponentType>()

  useEffect(() => {
    const listening = new AbortController()
    const mount = () => {
      // Without the box nothing can be told; the next toast tries again.
      loadToastBox().then((box) => setBox(() => box.ToastBox), () => undefined)
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
