import { useLayoutEffect, useState, type ReactNode } from 'react'

type ListKey = { key: string; preventDefault: () => void }

const OPTION = 'grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 gap-y-0 min-h-11 px-2.5 py-1.5 rounded-[0.25rem] cursor-pointer hover:bg-sunken'
const SELECTED = 'aria-selected:bg-accent-tint aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent'

export type OptionGroup<Option> = {
  /** Heading of the group; one group alone needs none. */
  label?: string
  options: readonly Option[]
}

type ComboboxParts<Option> = {
  /** Id of the field. */
  id: string
  /** Accessible name of the list. */
  label: string
  /** Without options the list is closed. */
  groups: readonly OptionGroup<Option>[]
  keyOf: (option: Option) => string
  renderOption: (option: Option) => ReactNode
  onPick: (option: Option) => void
  /** Escape on the open list; without it the key is left to the surrounding element. */
  onEscape?: () => void
  /** The first option is selected until another one is, and Home and End move in the list instead of the text. */
  alwaysSelects?: boolean
  className?: string
}

/**
 * Options of a field that keeps the focus: arrow keys select, Enter accepts, Escape closes (combobox with list,
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 * @returns the attributes of the field, its keys, and the list, to be shown beside it.
 */
export function useCombobox<Option>(parts: ComboboxParts<Option>) {
  const { id, label, groups, keyOf, renderOption, onPick, onEscape, alwaysSelects = false, className = '' } = parts
  // By its key: the selection stays where it is when more options arrive above it.
  const [selected, setSelected] = useState<string>()
  const options = groups.flatMap((group) => group.options)
  const found = selected === undefined ? -1 : options.findIndex((option) => keyOf(option) === selected)
  const active = found < 0 && alwaysSelects ? 0 : found
  const isOpen = options.length > 0
  const listId = `${id}-list`
  const optionId = (option: Option) => `${id}-option-${keyOf(option)}`
  const activeOption = options[active]
  const activeId = activeOption === undefined ? undefined : optionId(activeOption)

  useLayoutEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const select = (index: number) => {
    const option = options[index]
    setSelected(option === undefined ? undefined : keyOf(option))
  }
  const walk = (by: 1 | -1) => {
    // Before the first and after the last is the field itself.
    const places = options.length + (alwaysSelects ? 0 : 1)
    select(((active < 0 ? options.length : active) + by + places) % places)
  }
  /** @returns whether the open list has answered the key. */
  const onKey = (event: ListKey): boolean => {
    if (!isOpen) return false
    if (event.key === 'ArrowDown') walk(1)
    else if (event.key === 'ArrowUp') walk(-1)
    else if (event.key === 'Home' && alwaysSelects) select(0)
    else if (event.key === 'End' && alwaysSelects) select(options.length - 1)
    else if (event.key === 'Enter' && activeOption !== undefined) onPick(activeOption)
    else if (event.key === 'Escape' && onEscape) onEscape()
    else return false
    event.preventDefault()
    return true
  }

  const renderOptions = (group: OptionGroup<Option>) =>
    group.options.map((option) => (
      // A press must not move the focus from the field, which handles the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={keyOf(option)}
        id={optionId(option)}
        role="option"
        aria-selected={option === activeOption}
        className={`${OPTION} ${SELECTED}`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(option)}
      >
        {renderOption(option)}
      </div>
    ))
  return {
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': isOpen,
      'aria-activedescendant': activeId,
    } as const,
    onKey,
    /** Forgets the selection: the text has changed. */
    unselect: () => setSelected(undefined),
    list: (
      <div id={listId} role="listbox" aria-label={label} hidden={!isOpen} className={className}>
        {groups.map((group, index) =>
          group.label === undefined ? (
            renderOptions(group)
          ) : (
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
              <div id={`${id}-group-${index}`} role="presentation" className="px-2.5 pt-2.5 pb-1 text-soft text-sm font-semibold">
                {group.label}
              </div>
              {renderOptions(group)}
            </div>
          ),
        )}
      </div>
    ),
  }
}
