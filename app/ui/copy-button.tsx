import { IconButton } from '#app/ui/button.tsx'
import { icon } from '#app/ui/icon.tsx'
import { toast } from '#app/ui/toast.ts'
import { tableWords as words } from '#app/words/tables.ts'

const CopyIcon = icon('M8.5 8.5h11v11h-11v-11ZM15.5 8.5v-4h-11v11h4')

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.info(words.copied)
    } catch {
      toast.error(words.notCopied(text))
    }
  }
  return <IconButton label={label} icon={<CopyIcon />} onClick={() => void copy()} />
}
