import { useId, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { CheckIcon, CloseIcon } from '#app/ui/icons.tsx'
import { inlineEditWords as words } from '#app/words/inline-edit.ts'

/** Result of a save: the value is shown again, or an error under the field. */
export type InlineEditEnd = { done: () => void; refused: (problem: string) => void }

type InlineEditProps = {
  /** Completes the accessible names, such as 'the price of Main Board'. */
  what: string
  /** The value as shown, and in words for the accessible name. */
  children: ReactNode
  shown: string
  /** The value as typed. */
  value: string
  inputMode: 'numeric' | 'decimal' | 'text'
  validate: (typed: string) => string | true
  /** `before` is the value when the field was opened, or when the last save was refused. */
  onSave: (typed: string, before: string, end: InlineEditEnd) => void
  busy: boolean
}

const VALUE =
  'relative z-1 min-h-8 px-1.5 -mx-1.5 rounded-[0.25rem] underline decoration-edge decoration-dotted underline-offset-[0.25em] figures'
const VALUE_IN_FACTS = '[@media(hover:hover)]:in-[.facts]:min-h-6 [@media(hover:hover)]:in-[.facts]:-my-1'
/** Over the row, so that no column changes its width. */
const EDITOR = 'absolute z-4 flex flex-wrap items-center gap-1 w-54 p-1 top-1/2 -right-2 -translate-y-5.5'
const EDITOR_LOOK = 'border border-edge rounded-box bg-surface [box-shadow:var(--shadow-lift)] text-start whitespace-normal'
/** Below the value, as wide as the card. */
const EDITOR_ON_CARD = '@max-[56rem]:inset-x-4 @max-[56rem]:top-auto @max-[56rem]:w-auto @max-[56rem]:max-w-80 @max-[56rem]:translate-none'

type Editing = { typed: string; before: string; problem?: string }

/** A value edited in place. Enter saves; Escape, and leaving the field, discard the edit. */
export function InlineEdit({ what, children, shown, value, inputMode, validate, onSave, busy }: InlineEditProps) {
  const errorId = useId()
  const [editing, setEditing] = useState<Editing>()
  const button = useRef<HTMLButtonElement>(null)
  const givesFocusBack = useRef(false)

  useLayoutEffect(() => {
    if (editing || !givesFocusBack.current) return
    givesFocusBack.current = false
    button.current?.focus()
  }, [editing])

  const leave = () => {
    givesFocusBack.current = true
    setEditing(undefined)
  }
  const save = ({ typed, before }: Editing) => {
    if (typed.trim() === before) return leave()
    const problem = validate(typed)
    if (problem !== true) return setEditing({ typed, before, problem })
    // After a refusal the currently shown value counts.
    onSave(typed.trim(), before, { done: leave, refused: (sentence) => setEditing({ typed, before: '', problem: sentence }) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!editing || busy || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save({ ...editing, before: editing.before || value })
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Another window, or a question about this value, has the focus.
    if (!document.hasFocus() || busy || currentTarget.contains(relatedTarget)) return
    setEditing(undefined)
  }

  if (!editing) {
    return (
      <button
        ref={button}
        type="button"
        className={`${VALUE} ${VALUE_IN_FACTS} cursor-text hover:bg-accent-tint [@media(hover:none)]:min-h-11`}
        aria-label={words.open(shown, what)}
        title={words.title}
        onClick={() => setEditing({ typed: value, before: value })}
      >
        {children}
      </button>
    )
  }
  const { typed, problem } = editing
  return (
    // The keys of its field and buttons come by here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className="inline-editing relative inline-flex items-center @max-[56rem]:static" onBlur={onBlur} onKeyDown={onKeyDown}>
      <span aria-hidden="true" className={`${VALUE} ${VALUE_IN_FACTS}`}>
        {children}
      </span>
      <span className={`${EDITOR} ${EDITOR_LOOK} ${EDITOR_ON_CARD}`}>
        <input
          type="text"
          inputMode={inputMode}
          className="control figures flex-1 w-24 min-w-0"
          aria-label={words.field(what)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          readOnly={busy}
          value={typed}
          ref={focusAll}
          onChange={({ target }) => setEditing({ typed: target.value, before: editing.before })}
        />
        <IconButton
          label={words.save(what)}
          icon={<CheckIcon />}
          busy={busy}
          onClick={() => save({ ...editing, before: editing.before || value })}
        />
        <IconButton label={words.leave(what)} icon={<CloseIcon />} disabled={busy} onClick={leave} />
        {problem && (
          <span id={errorId} role="alert" className="field-error basis-full">
            {problem}
          </span>
        )}
      </span>
    </span>
  )
}

/** Once, when the field appears: its text is selected, as in a spreadsheet. */
function focusAll(field: HTMLInputElement | null): void {
  field?.select()
}
