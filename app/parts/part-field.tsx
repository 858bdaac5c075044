import { useId } from 'react'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import type { Suggestion } from '#app/quotes/quote-calls.ts'
import { Field } from '#app/ui/field.tsx'
import { usePartCombobox } from './use-part-combobox.tsx'

type PartFieldProps = {
  label: string
  hint?: string
  error?: string
  text: string
  onType: (text: string) => void
  onPick: (part: Suggestion) => void
}

/** A field for a part, with the nearest parts to choose from. */
export function PartField({ label, hint, error, text, onType, onPick }: PartFieldProps) {
  const id = useId()
  const { field, type, close, onKey, list } = usePartCombobox(id, onPick)
  return (
    <div className="relative">
      <Field id={id} label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            {...field}
            type="text"
            className="control"
            autoComplete="off"
            spellCheck={false}
            maxLength={TEXT_LIMITS.partName}
            value={text}
            onChange={({ target }) => {
              onType(target.value)
              type(target.value)
            }}
            onKeyDown={(event) => void onKey(event)}
            onBlur={close}
          />
        )}
      </Field>
      {list}
    </div>
  )
}
