import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { usePartCombobox } from './use-part-combobox.tsx'

export type SearchSuggestionsProps = {
  /** The header's search field, which is rendered before this code is loaded. */
  input: RefObject<HTMLInputElement | null>
  /** Text typed before this code was loaded. */
  typed: string | undefined
  onOpen: (partsId: string) => void
}

/** Makes the header's search field a combobox of the parts that come nearest to its text; Enter opens the selected one. */
export function SearchSuggestions({ input, typed, onOpen }: SearchSuggestionsProps) {
  const { field: attributes, type, close, onKey, list } = usePartCombobox('search', ({ _id }) => onOpen(_id), typed)

  useEffect(() => {
    const field = input.current
    if (!field) return undefined
    const onInput = () => type(field.value)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.isComposing) onKey(event)
    }
    const { form } = field
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', onKeyDown)
    field.addEventListener('blur', close)
    form?.addEventListener('submit', close)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', onKeyDown)
      field.removeEventListener('blur', close)
      form?.removeEventListener('submit', close)
    }
  })

  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(attributes)) input.current?.setAttribute(name, String(value ?? ''))
  })

  return list
}
