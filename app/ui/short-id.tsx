import { IconButton } from '#app/ui/button.tsx'
import { icon } from '#app/ui/icon.tsx'
import { toast } from '#app/ui/toast.ts'
import { tableWords as words } from '#app/words/tables.ts'

const CopyIcon = icon('M8.5 8.5h11v11h-11v-11ZM15.5 8.5v-4h-11v11h4')

const SHOWN_CHARACTERS = 8

/** The start of an id, and a button that copies the whole id. */
export function ShortId({ id }: { id: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      toast.info(words.copied)
    } catch {
      toast.error(words.notCopied(id))
    }
  }
  return (
    <span className="short-id">
      <span title={id}>{id.slice(0, SHOWN_CHARACTERS)}</span>
      <IconButton label={words.copyId(id.slice(0, SHOWN_CHARACTERS))} icon={<CopyIcon />} onClick={() => void copy()} />
    </span>
  )
}
