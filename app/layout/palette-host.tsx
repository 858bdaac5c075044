import { useLayoutEffect, useState, type ReactNode } from 'react'
import { toast } from '#app/ui/toast.ts'
import { layoutWords as words } from '#app/words/layout.ts'

const BUTTON =
  'self-center min-h-7 px-2 border border-night-line rounded-[0.25rem] text-night-soft text-sm/[inherit] whitespace-nowrap cursor-pointer hover:text-on-night noscript:hidden'
/** Larger, and without the name of a key. */
const BUTTON_FOR_FINGERS = '[@media(hover:none)]:min-h-11 [@media(hover:none)]:border-transparent'

export const openPalette = () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))

/** Opens the command palette by the keys that it names. */
export const PaletteButton = () => (
  <button type="button" className={`${BUTTON} ${BUTTON_FOR_FINGERS}`} onClick={openPalette}>
    <kbd className="[@media(hover:none)]:hidden">{words.paletteKeys}</kbd>{' '}
    <span className="[@media(hover:hover)]:absolute [@media(hover:hover)]:[clip-path:inset(50%)]">{words.palette}</span>
  </button>
)

export const loadPalette = () => import('#app/layout/command-palette.tsx')

/** Loads and shows the command palette at Ctrl+K or Cmd+K, unless another dialog is open. */
export function PaletteHost() {
  const [palette, setPalette] = useState<ReactNode>()

  // Keys are heard as soon as the page is drawn.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      loadPalette().then(
        ({ CommandPalette }) => setPalette(<CommandPalette onClose={() => setPalette(undefined)} />),
        () => toast.error(words.unreachable),
      )
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return palette
}
