import { useState } from 'react'
import { PartOption } from '#app/parts/part-option.tsx'
import type { Suggestion } from '#app/quotes/quote-calls.ts'
import { useSuggestions } from '#app/quotes/use-suggestions.ts'
import { useCombobox } from '#app/ui/use-combobox.tsx'
import { suggestionWords as words } from '#app/words/suggestions.ts'

/** Makes a field a combobox of the parts nearest to its text. `id` is the field's; `first` is the text typed before. */
export function usePartCombobox(id: string, onPick: (part: Suggestion) => void, first?: string) {
  // Undefined until something is typed after focus: existing text needs no suggestions.
  const [typed, setTyped] = useState(first)
  const { parts } = useSuggestions(typed)
  const close = () => type(undefined)
  const combobox = useCombobox({
    id,
    label: words.parts,
    groups: parts === undefined ? [] : [{ options: parts }],
    keyOf: ({ _id }) => _id,
    renderOption: (part) => <PartOption part={part} />,
    onPick: (part) => {
      close()
      onPick(part)
    },
    onEscape: close,
    className: 'part-options',
  })
  /** Shows suggestions for a text. */
  const type = (text: string | undefined) => {
    setTyped(text)
    combobox.unselect()
  }
  return { ...combobox, type, close }
}
