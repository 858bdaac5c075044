import { createContext, use, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#app/ui/button.tsx'
import { SaveBar } from '#app/ui/save-bar.tsx'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { saveTogetherWords as words } from '#app/words/save-together.ts'

/** *Save* does not send a form that has its own button, but what is typed in it counts as unsaved. */
type State = { title: string; isDirty: boolean; isRunning: boolean; hasOwnButton?: boolean }

type Actions = {
  /** Whether all fields are valid; focuses the first that is not. */
  check: () => Promise<boolean>
  send: () => void
}

type Forms = { report: (id: string, state: State | undefined) => void; act: (id: string, actions: Actions) => void; save: () => void }

const FormsContext = createContext<Forms | undefined>(undefined)

type SaveTogetherProps = {
  /** Throws away what was typed and shows what is saved. */
  onDiscard: () => void
  children: ReactNode
}

/**
 * Forms of one screen, which are saved by one button that stays in sight: those that were changed, when each of them is valid. Leaving the
 * screen with unsaved changes asks first.
 */
export function SaveTogether({ onDiscard, children }: SaveTogetherProps) {
  const [states, setStates] = useState<ReadonlyMap<string, State>>(new Map())
  const actions = useRef(new Map<string, Actions>())
  const dirty = [...states].filter(([, { isDirty }]) => isDirty)
  const hasToSave = dirty.some(([, { hasOwnButton }]) => !hasOwnButton)
  const isRunning = [...states.values()].some((state) => state.isRunning)
  const leaveQuestion = useLeaveQuestion(dirty.length > 0 && !isRunning)

  const save = async () => {
    isPressed.current = true
    const changed = dirty.flatMap(([id]) => actions.current.get(id) ?? [])
    for (const { check } of changed) if (!(await check())) return
    for (const { send } of changed) send()
  }
  // The button that was pressed can no longer have the focus.
  const status = useRef<HTMLParagraphElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (hasToSave || isRunning || !isPressed.current) return
    isPressed.current = false
    if (document.activeElement?.matches('body, :disabled')) status.current?.focus()
  }, [hasToSave, isRunning])
  const latestSave = useRef(save)
  useLayoutEffect(() => {
    latestSave.current = save
  })
  const report = useCallback((id: string, state: State | undefined) => {
    setStates((before) => {
      const after = new Map(before)
      if (state) after.set(id, state)
      else after.delete(id)
      return after
    })
  }, [])
  const forms = useMemo(
    (): Forms => ({ report, act: (id, one) => actions.current.set(id, one), save: () => void latestSave.current() }),
    [report],
  )
  const titles = [...new Set(dirty.map(([, { title }]) => title))]
  return (
    <FormsContext value={forms}>
      {children}
      <SaveBar>
        <Button busy={isRunning} disabled={!hasToSave} onClick={() => void save()}>
          {words.save}
        </Button>
        {dirty.length > 0 && (
          <Button variant="secondary" disabled={isRunning} onClick={onDiscard}>
            {words.discard}
          </Button>
        )}
        <p ref={status} role="status" tabIndex={-1} className="self-center text-sm text-soft">
          {titles.length > 0 ? words.unsaved(titles.join(', ')) : words.allSaved}
        </p>
      </SaveBar>
      {leaveQuestion}
    </FormsContext>
  )
}

/** What `SavedForm` needs of a form of react-hook-form and of the action that sends it. */
export const savedBy = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  action: { run: (values: Values) => void; isRunning: boolean },
): Omit<SavedFormProps, 'title' | 'children' | 'className'> => ({
  isDirty: form.formState.isDirty,
  isRunning: action.isRunning,
  check: () => {
    form.clearErrors()
    return form.trigger(undefined, { shouldFocus: true })
  },
  send: () => void form.handleSubmit(action.run)(),
})

/** Counts what is typed in a form that has a button of its own as unsaved. */
export function useUnsaved(title: string, { isDirty }: { isDirty: boolean }): void {
  const id = useId()
  const forms = use(FormsContext)
  useEffect(() => forms?.report(id, { title, isDirty, isRunning: false, hasOwnButton: true }), [forms, id, title, isDirty])
  useEffect(() => () => forms?.report(id, undefined), [forms, id])
}

type SavedFormProps = State & Actions & { className?: string; children: ReactNode }

/** One of the forms of `SaveTogether`. Enter in a field saves all of them. */
export function SavedForm({ title, isDirty, isRunning, check, send, className = 'grid gap-4', children }: SavedFormProps) {
  const id = useId()
  const forms = use(FormsContext)
  useLayoutEffect(() => void forms?.act(id, { check, send }))
  useEffect(() => forms?.report(id, { title, isDirty, isRunning }), [forms, id, title, isDirty, isRunning])
  useEffect(() => () => forms?.report(id, undefined), [forms, id])
  return (
    <form
      method="post"
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        forms?.save()
      }}
    >
      {children}
      {/* Browsers send a form with Enter only where it has a button. */}
      <button type="submit" hidden>
        {words.save}
      </button>
    </form>
  )
}
