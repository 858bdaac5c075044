import { CopyButton } from '#app/ui/copy-button.tsx'
import { tableWords as words } from '#app/words/tables.ts'

const SHOWN_CHARACTERS = 8

/** The start of an id, and a button that copies the whole id. */
export function ShortId({ id }: { id: string }) {
  const start = id.slice(0, SHOWN_CHARACTERS)
  return (
    <span className="short-id inline-flex items-center font-mono whitespace-nowrap">
      <span title={id}>{start}</span>
      <CopyButton text={id} label={words.copyId(start)} />
    </span>
  )
}
