import { useEffect, useState, type ReactNode } from 'react'
import { toast } from '#app/ui/toast.ts'
import { layoutWords as words } from '#app/words/layout.ts'

/** Opens the command palette by the keys that it names. */
export const PaletteButton = () => (
  <button type="button" className="palette-button" onClick={() => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))}>
    <kbd>{words.paletteKeys}</kbd> <span>{words.palette}</span>
  </button>
)

/** Loads and shows the command palette at Ctrl+K or Cmd+K. Every page has this, so it is little. */
export function PaletteHost() {
  const [palette, setPalette] = useState<ReactNode>()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      import('#app/layout/load-palette.tsx').then(
        ({ openPalette }) => openPalette(setPalette),
        () => toast.error(words.unreachable),
      )
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return palette
}
