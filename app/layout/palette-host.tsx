import { useLayoutEffect, useState, type ReactNode } from 'react'
import { toast } from '#app/ui/toast.ts'
import { layoutWords as words } from '#app/words/layout.ts'

/** Opens the command palette by the keys that it names. */
export const PaletteButton = () => (
  <button type="button" className="palette-button" onClick={() => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))}>
    <kbd>{words.paletteKeys}</kbd> <span>{words.palette}</span>
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
