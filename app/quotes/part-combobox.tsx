import type { ClipboardEvent, KeyboardEvent } from 'react'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { usePartCombobox } from '#app/parts/use-part-combobox.tsx'
import type { Suggestion } from './quote-calls.ts'

type PartComboboxProps = {
  id: string
  label: string
  value: string
  describedBy: string | undefined
  invalid: boolean
  disabled: boolean
  onWrite: (text: string) => void
  onPick: (part: Suggestion) => void
  /** Enter without a chosen suggestion: moves to the quantity. */
  onDone: () => void
  onMove: (lines: 1 | -1) => void
  /** @returns true if the pasted text was imported as a list. */
  onPaste: (text: string) => boolean
}

/** Part number or name of a line, with suggestions while typing. */
export function PartCombobox(props: PartComboboxProps) {
  const { id, label, value, describedBy, invalid, disabled, onWrite, onPick, onDone, onMove, onPaste } = props
  const { field, type, close, onKey, list } = usePartCombobox(id, onPick)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || onKey(event)) return
    const arrow = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (arrow !== undefined) {
      event.preventDefault()
      if (event.altKey) type(value)
      else onMove(arrow)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      close()
      onDone()
    }
  }

  return (
    <div className="relative row-1 col-2 max-[56rem]:row-2 max-[56rem]:col-[2/4]">
      <input
        id={id}
        {...field}
        type="text"
        // Incomplete input is not an error yet.
        className="control py-1 min-[56rem]:min-h-9 focus:border-edge focus:shadow-none"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={TEXT_LIMITS.quoteLine}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        disabled={disabled}
        value={value}
        onChange={(event) => {
          onWrite(event.target.value)
          type(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
          if (!onPaste(event.clipboardData.getData('text/plain'))) return
          event.preventDefault()
          close()
        }}
      />
      {list}
    </div>
  )
}
