/**
 * The command palette loads when it is first opened. On the dashboard, what is typed from Ctrl+K until its field has the focus is kept,
 * and then stands in the field. Apart from `palette-host.tsx`, because public pages load that.
 * @returns what ends it.
 */
export function keepEarlyKeys(): () => void {
  /** Undefined while the palette is not loading. */
  let early: string | undefined
  const forget = () => (early = undefined)

  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || document.querySelector('dialog[open]')) return
      early = ''
      import('#app/layout/command-palette.tsx').catch(forget)
    } else if (key === 'Escape') forget()
    else if (early !== undefined && key.length === 1) {
      early += key
      event.preventDefault()
    }
  }
  const onFocus = ({ target }: FocusEvent) => {
    const typed = early
    forget()
    if (!typed || !(target instanceof HTMLInputElement) || !target.closest('.palette')) return
    // After the rendering that gave it the focus.
    queueMicrotask(() => {
      target.setRangeText(typed, 0, target.value.length, 'end')
      target.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  addEventListener('keydown', onKey)
  addEventListener('focusin', onFocus)
  return () => {
    removeEventListener('keydown', onKey)
    removeEventListener('focusin', onFocus)
  }
}
