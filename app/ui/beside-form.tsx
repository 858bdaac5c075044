import type { ReactNode, SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * A dialog with a form of its own that opens within another form. HTML has no form in a form: a browser keeps the inner one's submission from
 * the page and loads the page anew. So it stands beside the page, and its events end here.
 */
export const BesideForm = ({ children }: { children: ReactNode }) =>
  createPortal(
    <div role="presentation" onSubmit={stop} onChange={stop}>
      {children}
    </div>,
    document.body,
  )
