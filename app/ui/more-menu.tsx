import { useId, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'

/** Rarer actions of a list, in the browser's own popover. */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <Button variant="secondary" popoverTarget={id} data-screen-only>
        {label}
      </Button>
      <div id={id} popover="auto" role="group" aria-label={label} className="list-menu">
        {children}
      </div>
    </>
  )
}
