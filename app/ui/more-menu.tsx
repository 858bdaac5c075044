import { useId, useState, type ReactNode } from 'react'
import { Button, IconButton } from '#app/ui/button.tsx'
import { icon } from '#app/ui/icon.tsx'

const DotsIcon = icon('M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z')

type MoreMenuProps = {
  label: string
  /** The button is an icon: of one row of a list, which the label names. */
  isOfRow?: boolean
  /** Links and buttons. They are drawn when the menu is first opened: a list has a menu in each row. */
  children: ReactNode
}

/** Rarer actions of a list or of one of its rows, as a plain menu in the browser's own popover. */
export function MoreMenu({ label, isOfRow = false, children }: MoreMenuProps) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      {isOfRow ? (
        <IconButton label={label} icon={<DotsIcon />} popoverTarget={id} data-screen-only />
      ) : (
        <Button variant="secondary" popoverTarget={id} data-screen-only>
          {label}
        </Button>
      )}
      <div id={id} popover="auto" role="group" aria-label={label} className="list-menu" onBeforeToggle={() => setWasOpened(true)}>
        {wasOpened && children}
      </div>
    </>
  )
}
