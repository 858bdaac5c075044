import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'

type ShownSecretProps = {
  secret: string
  words: Record<'newKey' | 'newKeyHint' | 'copy' | 'copied' | 'notCopied' | 'done', string>
  onDone: () => void
}

/** A new key or secret to copy, shown until it is dismissed or the screen is left. */
export function ShownSecret({ secret, words, onDone }: ShownSecretProps) {
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [])

  const copy = async () => {
    field.current?.select()
    try {
      // There is no clipboard on http, and a browser may forbid it.
      await navigator.clipboard.writeText(secret)
      toast.success(words.copied)
    } catch {
      toast.info(words.notCopied)
    }
  }

  return (
    <div className="grid max-w-prose gap-3">
      <TextField
        ref={field}
        readOnly
        label={words.newKey}
        hint={words.newKeyHint}
        value={secret}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button variant="secondary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
