import type { ReactNode, Ref } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { icon } from '#app/ui/icon.tsx'
import { useRowHeight } from '#app/ui/row-height.ts'
import { tableWords as words } from '#app/words/tables.ts'

const RowsIcon = icon('M4 4.5h16M4 19.5h16M12 8v8M9.5 10.5 12 8l2.5 2.5M9.5 13.5 12 16l2.5-2.5')

type ListHeadProps = {
  title: string
  /** Receives the focus when a focused row is removed: see `useKeptFocus`. */
  ref?: Ref<HTMLHeadingElement>
  /** A sentence under the title. */
  lead?: ReactNode
  /** Buttons and links at the end of the line. */
  children?: ReactNode
  /** The screen has no table. */
  noTable?: boolean
}

/** Head of a screen with a list: its title, its actions, and the switch for the height of the rows. */
export function ListHead({ title, ref, lead, children, noTable = false }: ListHeadProps) {
  const { rowHeight, choose } = useRowHeight()
  const isTall = rowHeight === 'tall'
  return (
    <div className="list-head">
      <h2 ref={ref} tabIndex={-1} className="text-xl wrap-anywhere">
        {title}
      </h2>
      <div className="list-head-actions">
        {children}
        {!noTable && (
          <IconButton
            className="max-sm:hidden aria-pressed:bg-accent-tint aria-pressed:hover:bg-sunken"
            label={words.tallRows}
            aria-pressed={isTall}
            icon={<RowsIcon />}
            onClick={() => choose(isTall ? 'compact' : 'tall')}
          />
        )}
      </div>
      {lead && <p className="list-lead">{lead}</p>}
    </div>
  )
}
