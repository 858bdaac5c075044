import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { quoteWords as words } from '#app/words/quote.ts'
import { formatCount, formatUnitPrice } from '#contract/figures.ts'
import type { Suggestion } from './quote-calls.ts'
import { useSuggestions } from './use-suggestions.ts'

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

/**
 * Part number or name with suggestions while typing: arrow keys select, Enter accepts, Escape closes. Focus stays in
 * the field (combobox with list, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function PartCombobox(props: PartComboboxProps) {
  const { id, label, value, describedBy, invalid, disabled, onWrite, onPick, onDone, onMove, onPaste } = props
  // Undefined until something is typed after focus: existing text needs no suggestions.
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState<number>()
  const suggestions = useSuggestions(typed)
  const isOpen = suggestions !== undefined && suggestions.length > 0
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`

  const close = () => {
    setTyped(undefined)
    setActive(undefined)
  }
  const pick = (part: Suggestion) => {
    close()
    onPick(part)
  }
  const walk = (by: 1 | -1) => {
    const count = suggestions?.length ?? 0
    // Before the first and after the last is the field itself.
    const places = count + 1
    const from = active ?? count
    const next = (from + by + places) % places
    setActive(next === count ? undefined : next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const arrow = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (arrow !== undefined) {
      event.preventDefault()
      if (isOpen) walk(arrow)
      else if (event.altKey) setTyped(value)
      else onMove(arrow)
      return
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = active === undefined ? undefined : suggestions?.[active]
      if (chosen) return pick(chosen)
      close()
      onDone()
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return (
    <div className="part-combobox">
      <input
        id={id}
        type="text"
        role="combobox"
        className="control"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={TEXT_LIMITS.quoteLine}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active !== undefined ? optionId(active) : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        disabled={disabled}
        value={value}
        onChange={(event) => {
          onWrite(event.target.value)
          setTyped(event.target.value)
          setActive(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
          if (!onPaste(event.clipboardData.getData('text/plain'))) return
          event.preventDefault()
          close()
        }}
      />
      <div id={listId} role="listbox" aria-label={words.suggestions} hidden={!isOpen} className="part-options">
        {isOpen &&
          suggestions.map((part, index) => (
            // A press must not move the focus from the field, which handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={part._id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className="part-option"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(part)}
            >
              <span className="part-option-name">{part.name}</span>
              <span className="label-text figures">
                {words.suggestionFacts(part.partNumber, formatUnitPrice(part.price), stockText(part.available))}
              </span>
            </div>
          ))}
      </div>
    </div>
  )
}

export const stockText = (available: number) => (available > 0 ? words.inStock(formatCount(available)) : words.soldOut)
