import { useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Refusal } from '#readers/refusal.ts'

/** Also one that is too large. */
export const isDamagedZip = (error: unknown): boolean => error instanceof RangeError || error instanceof Refusal

type FileToReadProps = {
  label: string
  hint: string
  /** Replaces the hint during reading. */
  reading: string
  /** Endings of file names, such as '.csv,.xlsx'. */
  accept: string
  /** Returns the problem with the file, if any. */
  read: (file: File) => Promise<string | undefined>
}

/** Asks for a file and reads it at once. */
export function FileToRead({ label, hint, reading, accept, read }: FileToReadProps) {
  const [isReading, setIsReading] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const readChosen = async (file: File | undefined) => {
    if (!file) return
    setIsReading(true)
    setTrouble(undefined)
    try {
      setTrouble(await read(file))
    } finally {
      setIsReading(false)
    }
  }
  return (
    <Panel>
      <Field label={label} hint={isReading ? reading : hint} error={trouble}>
        {(control) => (
          <input
            {...control}
            type="file"
            className="control"
            accept={accept}
            disabled={isReading}
            onChange={({ target }) => void readChosen(target.files?.[0])}
          />
        )}
      </Field>
    </Panel>
  )
}
