import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

/** The state of a row, in one line. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`status status-${tone}`}>{children}</span>
}
