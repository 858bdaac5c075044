import type { ReactNode } from 'react'
import { toast } from '#app/ui/toast.ts'
import { layoutWords as words } from '#app/words/layout.ts'

/**
 * Shows the command palette by `show`, unless another dialog is open. Apart from what every page loads, because the list
 * of files that the palette needs is as long as the code that opens it.
 */
export async function openPalette(show: (palette: ReactNode) => void): Promise<void> {
  if (document.querySelector('dialog[open]')) return
  try {
    const { CommandPalette } = await import('#app/layout/command-palette.tsx')
    show(<CommandPalette onClose={() => show(undefined)} />)
  } catch {
    toast.error(words.unreachable)
  }
}
