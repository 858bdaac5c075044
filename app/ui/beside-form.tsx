import type { ReactNode, SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * A dialog with its own form that opens within another form. HTML allows no form in a form: a browser submits the inner one without an event
 * and reloads the page. So the dialog is a portal, and its events do not bubble to the outer form.
 */
export const BesideForm = ({ children }: { children: ReactNode }) =>
  createPortal(
    <div role="presentation" onSubmit={stop} onChange={stop}>
      {children}
    </div>,
    document.body,
  )
