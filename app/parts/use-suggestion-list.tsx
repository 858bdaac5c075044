import { useState } from 'react'
import { formatCount, formatUnitPrice } from '#contract/figures.ts'
import { imageAtWidth } from '#contract/images.ts'
import type { Suggestion } from '#app/quotes/quote-calls.ts'
import { useSuggestions } from '#app/quotes/use-suggestions.ts'
import { suggestionWords as words } from '#app/words/suggestions.ts'

const PICTURE_WIDTH = 480

type ListKey = { key: string; preventDefault: () => void }

/**
 * Suggested parts below a field that keeps the focus: arrow keys select, Enter accepts, Escape closes (combobox with
 * list, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). `id` is the field's; `first` is what was typed before.
 */
export function useSuggestionList(id: string, onPick: (part: Suggestion) => void, first?: string) {
  // Undefined until something is typed after focus: existing text needs no suggestions.
  const [typed, setTyped] = useState(first)
  const [active, setActive] = useState<number>()
  const suggestions = useSuggestions(typed)
  const isOpen = suggestions !== undefined && suggestions.length > 0
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`

  const type = (text: string | undefined) => {
    setTyped(text)
    setActive(undefined)
  }
  const close = () => type(undefined)
  const pick = (part: Suggestion) => {
    close()
    onPick(part)
  }
  const walk = (by: 1 | -1) => {
    const count = suggestions?.length ?? 0
    // Before the first and after the last is the field itself.
    const places = count + 1
    const next = ((active ?? count) + by + places) % places
    setActive(next === count ? undefined : next)
  }
  /** @returns whether the open list has answered the key. */
  const onKey = (event: ListKey): boolean => {
    if (!isOpen) return false
    const chosen = active === undefined ? undefined : suggestions[active]
    if (event.key === 'ArrowDown') walk(1)
    else if (event.key === 'ArrowUp') walk(-1)
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }

  return {
    isOpen,
    listId,
    /** Id of the selected option. */
    activeId: isOpen && active !== undefined ? optionId(active) : undefined,
    /** Shows suggestions for a text. */
    type,
    close,
    onKey,
    list: (
      <div id={listId} role="listbox" aria-label={words.parts} hidden={!isOpen} className="part-options">
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
              <img src={imageAtWidth(part.img, PICTURE_WIDTH)} width="48" height="36" alt="" className="part-option-picture" />
              <span className="part-option-name">{part.name}</span>
              <span className="label-text figures">
                {words.facts(part.partNumber, formatUnitPrice(part.price), stockText(part.available))}
              </span>
            </div>
          ))}
      </div>
    ),
  }
}

export const stockText = (available: number) => (available > 0 ? words.inStock(formatCount(available)) : words.soldOut)
