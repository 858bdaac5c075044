import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon, InfoIcon } from '#app/ui/icons.tsx'

type Tone = 'info' | 'success' | 'warning' | 'danger'

const icons = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, danger: AlertIcon }

type NoticeProps = {
  tone?: Tone
  children: ReactNode
  /** For example a retry button. */
  action?: ReactNode
}

/** A message in the page; `danger` is announced at once. */
export function Notice({ tone = 'info', children, action }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={`notice notice-${tone}`}>
      <Icon />
      <div className="min-w-0 grow basis-56">{children}</div>
      {action}
    </div>
  )
}

/** The text about a refusal: a sentence, one for each cause, or nothing. */
export type Sentences = string | readonly string[] | undefined

/** Says why something was refused: a sentence for each cause, and nothing without one. */
export function Refusal({ sentences }: { sentences: Sentences }) {
  if (!sentences || sentences.length === 0) return null
  return (
    <Notice tone="danger">
      {typeof sentences === 'string' ? (
        sentences
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
