import { useId } from 'react'
import { Button, IconButton } from '#app/ui/button.tsx'
import type { ChosenColumns } from '#app/ui/hidden-columns.ts'
import { icon } from '#app/ui/icon.tsx'
import { tableWords as words } from '#app/words/tables.ts'

const ColumnsIcon = icon('M4 5h16v14H4V5ZM9.5 5v14M14.5 5v14')

/** Chooses the columns of a table, in the browser's own popover. */
export function ColumnMenu<Row>({ of: { choices, show, showAll } }: { of: ChosenColumns<Row> }) {
  const id = useId()
  const labelId = useId()
  return (
    <>
      <IconButton label={words.columns} icon={<ColumnsIcon />} popoverTarget={id} />
      <div id={id} popover="auto" role="group" aria-labelledby={labelId} className="list-menu px-4 py-3">
        <p id={labelId} className="font-semibold">
          {words.columns}
        </p>
        {choices.map(({ title, isShown }) => (
          <label key={title} className="flex items-center min-h-11 cursor-pointer">
            <input type="checkbox" className="select-box" checked={isShown} onChange={({ target }) => show(title, target.checked)} />
            {title}
          </label>
        ))}
        <Button variant="secondary" disabled={choices.every(({ isShown }) => isShown)} onClick={showAll}>
          {words.allColumns}
        </Button>
      </div>
    </>
  )
}
