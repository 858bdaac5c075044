import { useId, type ReactNode } from 'react'

/** Names and values, one pair a row. */
export function Facts({ className = '', children }: { className?: string; children: ReactNode }) {
  return <dl className={`facts figures ${className}`}>{children}</dl>
}

export function Fact({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <dt id={id}>{title}</dt>
      <dd aria-labelledby={id}>{children}</dd>
    </div>
  )
}
