import type { ReactNode } from 'react'

/** The buttons of a long form, in sight at the lower edge of the window. What has the focus stays above it (styles/controls.css). */
export const SaveBar = ({ children }: { children: ReactNode }) => <div className="save-bar">{children}</div>
