import { useEffect, useState, type ComponentType } from 'react'
import { loadToastBox, onFirstToast } from '#app/ui/toast.ts'

const IDLE_DELAY_MS = 3_000

/**
 * Mounts the box of toasts once it is needed. Its code is fetched in a quiet moment after the page stands, because the
 * moment a toast is most needed is when the network has just failed.
 */
export function ToastHost() {
  const [Box, setBox] = useState<ComponentType>()

  useEffect(() => {
    const mount = () => {
      // Without the box nothing can be told; the next toast tries again.
      loadToastBox().then((box) => setBox(() => box.ToastBox), () => undefined)
    }
    const timer = setTimeout(mount, IDLE_DELAY_MS)
    const forget = onFirstToast(mount)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [])

  return Box ? <Box /> : null
}
