import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

const tones = {
  neutral: 'bg-sunken',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-danger-tint text-danger',
}

/** The state of a row, in one line. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`inline-block px-2 rounded-[1rem] text-sm/6 font-semibold whitespace-nowrap ${tones[tone]}`}>{children}</span>
}
